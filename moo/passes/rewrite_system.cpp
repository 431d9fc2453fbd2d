#include "moo/passes/rewrite_system.h"

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
    auto const apply = [&](ExprId& expr) {
        if (expr) expr = rewrite(expr);
    };
    for (auto* const list : {&system.equations, &system.initial_equations}) {
        for (SystemEquation& equation : *list) {
            apply(equation.lhs);
            apply(equation.rhs);
        }
    }
    for (InstantEquation& instant : system.instants) {
        apply(instant.target);
        apply(instant.value);
        move_sign(system.exprs(), instant);
    }
    for (SystemPartition& partition : system.partitions) {
        for (SystemEquation& equation : partition.equations) {
            apply(equation.lhs);
            apply(equation.rhs);
        }
    }
    Document& document = system.document;
    for (BaseClock& clock : document.clocks) {
        apply(clock.interval);
        apply(clock.condition);
    }
    for (WhenCondition& when : document.when_conditions) apply(when.condition);
    for (Assertion& assertion : document.assertions) {
        apply(assertion.condition);
        apply(assertion.message);
    }
    for (Action& action : document.actions) apply(action.value);
    for (Sampling& sampling : document.samplings) {
        apply(sampling.call);
        apply(sampling.start);
        apply(sampling.interval);
    }
    for (DelayOperator& delay : document.delays) {
        apply(delay.call);
        apply(delay.value);
        apply(delay.delay_time);
        apply(delay.longest);
    }
    for (TransportOperator& transport : document.transports) {
        apply(transport.call);
        for (ExprId& point : transport.initial_points) apply(point);
        for (ExprId& value : transport.initial_values) apply(value);
    }
}

}  // namespace moo
