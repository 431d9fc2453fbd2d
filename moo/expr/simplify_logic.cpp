// Relations, and, or, not, if.
#include "moo/expr/simplify_rules.h"

namespace moo {

namespace {

ExprKind opposite(ExprKind relation) {
    if (relation == ExprKind::less) return ExprKind::greater_equal;
    if (relation == ExprKind::less_equal) return ExprKind::greater;
    if (relation == ExprKind::greater) return ExprKind::less_equal;
    if (relation == ExprKind::greater_equal) return ExprKind::less;
    if (relation == ExprKind::equal) return ExprKind::not_equal;
    return ExprKind::equal;
}

bool are_opposites(ExprStore const& store, ExprId a, ExprId b) {
    return (store.kind(a) == ExprKind::logical_not && store.operand(a, 0) == b) ||
           (store.kind(b) == ExprKind::logical_not && store.operand(b, 0) == a);
}

}  // namespace

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
    if (!is_relation(store.kind(a))) return {};
    return store.binary(opposite(store.kind(a)), store.operand(a, 0), store.operand(a, 1));
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
