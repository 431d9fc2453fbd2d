#include "moo/expr/solve_linear.h"

#include <vector>

#include "moo/expr/references.h"
#include "moo/expr/simplify.h"

namespace moo {

// The literal zero stands for a missing part, so products with it are not built.
ExprId DependenceAnalysis::add(ExprId a, ExprId b) {
    if (a == zero_) return b;
    return b == zero_ ? a : store_.add(a, b);
}

ExprId DependenceAnalysis::sub(ExprId a, ExprId b) {
    if (b == zero_) return a;
    return a == zero_ ? store_.neg(b) : store_.sub(a, b);
}

ExprId DependenceAnalysis::mul(ExprId a, ExprId b) { return a == zero_ || b == zero_ ? zero_ : store_.mul(a, b); }

ExprId DependenceAnalysis::div(ExprId a, ExprId b) { return a == zero_ ? zero_ : store_.div(a, b); }

// An independent expression counts as 0*unknown + itself.
DependenceForm DependenceAnalysis::known(ExprId id) const {
    DependenceForm form = forms_.at(id);
    if (form.dependence == Dependence::independent) form = {form.dependence, zero_, id};
    return form;
}

bool DependenceAnalysis::classify_leaf(ExprId id) {
    if (id == unknown_) {
        forms_[id] = {Dependence::linear, store_.real(1), zero_};
        return true;
    }
    ExprKind const kind = store_.kind(id);
    bool const is_state = kind == ExprKind::der || kind == ExprKind::pre;
    if (is_state || store_.is_reference(id)) {
        bool const may_be_unknown = overlap(store_, id, unknown_) == Overlap::possible;
        forms_[id] = {may_be_unknown ? Dependence::nonlinear : Dependence::independent, ExprId(), ExprId()};
        return true;
    }
    if (!store_.operands(id).empty()) return false;
    forms_[id] = {Dependence::independent, ExprId(), ExprId()};
    return true;
}

DependenceForm DependenceAnalysis::classify_binary(ExprKind kind, DependenceForm const& a, DependenceForm const& b) {
    bool const a_independent = a.dependence == Dependence::independent;
    bool const b_independent = b.dependence == Dependence::independent;
    if (kind == ExprKind::add) return {Dependence::linear, add(a.coefficient, b.coefficient), add(a.rest, b.rest)};
    if (kind == ExprKind::sub) return {Dependence::linear, sub(a.coefficient, b.coefficient), sub(a.rest, b.rest)};
    if (kind == ExprKind::mul && a_independent) {
        return {Dependence::linear, mul(a.rest, b.coefficient), mul(a.rest, b.rest)};
    }
    if (kind == ExprKind::mul && b_independent) {
        return {Dependence::linear, mul(a.coefficient, b.rest), mul(a.rest, b.rest)};
    }
    if (kind == ExprKind::div && b_independent) {
        return {Dependence::linear, div(a.coefficient, b.rest), div(a.rest, b.rest)};
    }
    return {};
}

DependenceForm DependenceAnalysis::classify_if(ExprId id) {
    Operands const operands = store_.operands(id);
    if (known(operands[0]).dependence != Dependence::independent) return {};
    DependenceForm const a = known(operands[1]);
    DependenceForm const b = known(operands[2]);
    ExprId const condition = operands[0];
    ExprId const coefficient =
        a.coefficient == b.coefficient ? a.coefficient : store_.if_else(condition, a.coefficient, b.coefficient);
    ExprId const rest = a.rest == b.rest ? a.rest : store_.if_else(condition, a.rest, b.rest);
    return {Dependence::linear, coefficient, rest};
}

// Functions that are linear in their argument, and pass it on to coefficient and rest.
DependenceForm DependenceAnalysis::classify_builtin(ExprId id) {
    Builtin const builtin = store_.builtin_of(id);
    Operands const operands = store_.operands(id);
    if (builtin == Builtin::smooth) {
        if (known(operands[0]).dependence != Dependence::independent) return {};
        return known(operands[1]);
    }
    DependenceForm const a = known(operands[0]);
    if (builtin == Builtin::no_event) {
        ExprId const coefficient = store_.builtin(builtin, {a.coefficient});
        ExprId const rest = a.rest == zero_ ? zero_ : store_.builtin(builtin, {a.rest});
        return {Dependence::linear, is_literal(store_.kind(a.coefficient)) ? a.coefficient : coefficient, rest};
    }
    if (builtin == Builtin::homotopy) {
        DependenceForm const b = known(operands[1]);
        ExprId const coefficient =
            a.coefficient == b.coefficient ? a.coefficient : store_.builtin(builtin, {a.coefficient, b.coefficient});
        ExprId const rest = a.rest == b.rest ? a.rest : store_.builtin(builtin, {a.rest, b.rest});
        return {Dependence::linear, coefficient, rest};
    }
    return {};
}

DependenceForm DependenceAnalysis::classify(ExprId id) {
    bool depends = false;
    bool all_linear = true;
    for (ExprId const operand : store_.operands(id)) {
        Dependence const dependence = forms_.at(operand).dependence;
        depends = depends || dependence != Dependence::independent;
        all_linear = all_linear && dependence != Dependence::nonlinear;
    }
    if (!depends) return {Dependence::independent, ExprId(), ExprId()};
    TypeId const type = store_.type(id);
    if (!all_linear || (type != types::real && type != types::integer)) return {};
    ExprKind const kind = store_.kind(id);
    if (kind == ExprKind::neg) {
        DependenceForm const a = known(store_.operand(id, 0));
        return {Dependence::linear, sub(zero_, a.coefficient), sub(zero_, a.rest)};
    }
    if (kind == ExprKind::if_else) return classify_if(id);
    if (kind == ExprKind::builtin) return classify_builtin(id);
    if (!is_arithmetic(kind)) return {};
    return classify_binary(kind, known(store_.operand(id, 0)), known(store_.operand(id, 1)));
}

DependenceForm DependenceAnalysis::of(ExprId expr) {
    std::vector<ExprId> stack{expr};
    while (!stack.empty()) {
        ExprId const id = stack.back();
        if (forms_.contains(id) || classify_leaf(id)) {
            stack.pop_back();
            continue;
        }
        bool waits = false;
        for (ExprId const operand : store_.operands(id)) {
            if (forms_.contains(operand)) continue;
            stack.push_back(operand);
            waits = true;
        }
        if (waits) continue;
        forms_[id] = classify(id);
        stack.pop_back();
    }
    return known(expr);
}

LinearForm linear_form(ExprStore& store, ExprId expr, ExprId unknown) {
    DependenceForm const form = DependenceAnalysis(store, unknown).of(expr);
    if (form.dependence == Dependence::nonlinear) return {};
    Simplifier simplifier(store);
    return {simplifier.simplify(form.coefficient), simplifier.simplify(form.rest)};
}

}  // namespace moo
