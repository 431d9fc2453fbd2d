#include "moo/passes/jumps.h"

namespace moo {

ExprId Jumps::find(ExprId lhs, ExprId rhs, Kind wanted) {
    ExprStore const& exprs = system_.document.exprs;
    stack_ = {rhs, lhs};
    while (!stack_.empty()) {
        ExprId const expr = stack_.back();
        stack_.pop_back();
        if (variation_.is_fixed(expr)) continue;
        ExprKind const kind = exprs.kind(expr);
        if (kind == ExprKind::variable && system_.is_discrete(exprs.variable_of(expr))) return expr;
        if (wanted == possible) {
            if (kind == ExprKind::pre) return expr;
            if (exprs.is_builtin(expr, Builtin::no_event) || exprs.is_builtin(expr, Builtin::smooth)) continue;
            if (kind == ExprKind::if_else && !variation_.is_fixed(exprs.operand(expr, 0))) {
                return exprs.operand(expr, 0);
            }
        } else {
            bool const is_term = kind == ExprKind::neg || is_arithmetic(kind);
            if (!is_term && !exprs.is_builtin(expr, Builtin::to_real)) continue;
        }
        for (ExprId const operand : exprs.operands(expr)) stack_.push_back(operand);
    }
    return {};
}

}  // namespace moo
