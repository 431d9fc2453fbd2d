// Relations, and, or, not, if.
#include "moo/expr/simplify_rules.h"

namespace moo {

namespace {

bool are_opposites(ExprStore const& store, ExprId a, ExprId b) {
    return (store.kind(a) == ExprKind::logical_not && store.operand(a, 0) == b) ||
           (store.kind(b) == ExprKind::logical_not && store.operand(b, 0) == a);
}

}  // namespace

bool has_identity(ExprStore const& store, ExprId id) {
    ExprKind const kind = store.kind(id);
    if (!is_relation(kind) || kind == ExprKind::equal || kind == ExprKind::not_equal) return false;
    return store.types().is_numeric(store.type(store.operand(id, 0)));
}

ExprId simplify_relation(ExprStore& store, ExprId id) {
    ExprId const a = store.operand(id, 0);
    ExprKind const kind = store.kind(id);
    if (a != store.operand(id, 1)) return {};
    return store.boolean(kind == ExprKind::less_equal || kind == ExprKind::greater_equal || kind == ExprKind::equal);
}

ExprId simplify_logic(ExprStore& store, ExprId id) {
    if (store.type(id) != types::boolean) return {};
    ExprId const a = store.operand(id, 0);
    ExprId const b = store.operand(id, 1);
    if (a == b) return a;
    if (are_opposites(store, a, b)) return store.boolean(store.kind(id) == ExprKind::logical_or);
    return {};
}

ExprId simplify_not(ExprStore& store, ExprId id) {
    ExprId const a = store.operand(id, 0);
    ExprKind const kind = store.kind(a);
    if (kind != ExprKind::equal && kind != ExprKind::not_equal) return {};
    ExprKind const opposite = kind == ExprKind::equal ? ExprKind::not_equal : ExprKind::equal;
    return store.binary(opposite, store.operand(a, 0), store.operand(a, 1));
}

ExprId simplify_if(ExprStore& store, ExprId id) {
    Operands const operands = store.operands(id);
    if (operands[1] == operands[2]) return operands[1];
    if (store.kind(operands[0]) == ExprKind::logical_not) {
        return store.if_else(store.operand(operands[0], 0), operands[2], operands[1]);
    }
    bool const is_condition = store.is_boolean(operands[1], true) && store.is_boolean(operands[2], false);
    return is_condition ? operands[0] : ExprId();
}

}  // namespace moo
