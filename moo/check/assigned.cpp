#include "moo/check/assigned.h"

namespace moo {

namespace {

void add_targets(ExprStore const& exprs, ExprId target, std::set<VarId>& assigned) {
    ExprKind const kind = exprs.kind(target);
    if (kind == ExprKind::tuple || kind == ExprKind::array || exprs.is_record(target)) {
        for (ExprId const member : exprs.operands(target)) add_targets(exprs, member, assigned);
        return;
    }
    if (kind == ExprKind::whole) return;
    ExprId at = target;
    while (exprs.kind(at) == ExprKind::subscript || exprs.kind(at) == ExprKind::field) at = exprs.operand(at, 0);
    if (exprs.kind(at) == ExprKind::variable) {
        assigned.insert(exprs.variable_of(at));
    } else if (at != target) {
        add_targets(exprs, at, assigned);
    }
}

void add_assigned(ExprStore const& exprs, std::vector<FlatStatement> const& statements, std::set<VarId>& assigned) {
    for (FlatStatement const& statement : statements) {
        if (statement.kind == FlatStatementKind::assignment) add_targets(exprs, statement.a, assigned);
        for (FlatStatementBranch const& branch : statement.branches) add_assigned(exprs, branch.body, assigned);
    }
}

}  // namespace

std::set<VarId> assigned_variables(ExprStore const& exprs, std::vector<FlatStatement> const& statements) {
    std::set<VarId> assigned;
    add_assigned(exprs, statements, assigned);
    return assigned;
}

}  // namespace moo
