#include "moo/passes/rewrite_system.h"

#include "moo/passes/visit_expressions.h"

namespace moo {

namespace {

// `-x := e` is `x := -e`.
void move_sign(ExprStore& exprs, InstantEquation& instant) {
    if (exprs.kind(instant.target) != ExprKind::neg) return;
    instant.target = exprs.operand(instant.target, 0);
    instant.value = exprs.neg(instant.value);
}

}  // namespace

void rewrite_system(System& system, std::function<ExprId(ExprId)> const& rewrite) {
    visit_expressions(system, [&](ExprId& expr) { expr = rewrite(expr); });
    for (InstantEquation& instant : system.instants) move_sign(system.exprs(), instant);
}

}  // namespace moo
