// Calls of built-in functions.
#include <vector>

#include "moo/expr/evaluate.h"
#include "moo/expr/simplify_rules.h"

namespace moo {

namespace {

bool is_odd(Builtin builtin) {
    return builtin == Builtin::sin || builtin == Builtin::tan || builtin == Builtin::asin || builtin == Builtin::atan ||
           builtin == Builtin::sinh || builtin == Builtin::tanh;
}

bool is_even(Builtin builtin) { return builtin == Builtin::cos || builtin == Builtin::cosh || builtin == Builtin::abs; }

// The value of a call whose arguments are literals, as it would be at run time.
ExprId fold_call(ExprStore& store, ExprId id) {
    Operands const operands = store.operands(id);
    if (operands.empty()) return {};
    for (ExprId const operand : operands) {
        if (!is_literal(store.kind(operand))) return {};
    }
    Evaluation const result = evaluate_constant(store, id);
    if (!result.has_value()) return {};
    if (result.value.kind() == ValueKind::real) return store.real(result.value.as_real());
    if (result.value.kind() == ValueKind::integer) return store.integer(result.value.as_integer());
    if (result.value.kind() == ValueKind::boolean) return store.boolean(result.value.as_boolean());
    return {};
}

}  // namespace

ExprId simplify_call(ExprStore& store, ExprId id) {
    if (ExprId const folded = fold_call(store, id)) return folded;
    Operands const operands = store.operands(id);
    if (operands.empty()) return {};
    Builtin const f = store.builtin_of(id);
    ExprId const a = operands[0];
    // A variable has no relations that could jump or cause events.
    auto const is_plain = [&](ExprId e) { return is_literal(store.kind(e)) || store.kind(e) == ExprKind::variable; };
    if (operands.size() == 2) {
        ExprId const b = operands[1];
        if ((f == Builtin::min || f == Builtin::max || f == Builtin::homotopy) && a == b) return a;
        if (f == Builtin::smooth && is_plain(b)) return b;
        return {};
    }
    if (f == Builtin::semi_linear && operands[1] == operands[2]) return store.mul(operands[1], a);
    if (operands.size() != 1) return {};
    if (store.kind(a) == ExprKind::neg) {
        ExprId const u = store.operand(a, 0);
        if (is_odd(f)) return store.neg(store.builtin(f, {u}));
        if (is_even(f)) return store.builtin(f, {u});
    }
    if (f == Builtin::exp && store.is_builtin(a, Builtin::log)) return store.operand(a, 0);
    if (f == Builtin::log && store.is_builtin(a, Builtin::exp)) return store.operand(a, 0);
    if (f == Builtin::abs && store.is_builtin(a, Builtin::abs)) return a;
    if (f == Builtin::no_event && (store.is_builtin(a, Builtin::no_event) || is_plain(a))) return a;
    if (f == Builtin::transpose && store.is_builtin(a, Builtin::transpose)) return store.operand(a, 0);
    if (f == Builtin::sqrt && store.kind(a) == ExprKind::pow && store.is_number(store.operand(a, 1), 2)) {
        return store.builtin(Builtin::abs, {store.operand(a, 0)});
    }
    return {};
}

}  // namespace moo
