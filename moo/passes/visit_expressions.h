// The expressions of a system.
#pragma once

#include "moo/passes/system.h"

namespace moo {

// Calls `visit` with a reference to every expression of the system that is computed while the model runs: equations,
// instants, conditions, assertions and operators with memory. Bindings and attributes are left out, since they mention
// only parameters, and so are the sorted sets of the document. `AnySystem` is a System, const or not.
template <class AnySystem, class Visit>
void visit_expressions(AnySystem& system, Visit const& visit) {
    auto const each = [&](auto&... exprs) { ((exprs ? visit(exprs) : void()), ...); };
    for (auto* const list : {&system.equations, &system.initial_equations}) {
        for (auto& equation : *list) each(equation.lhs, equation.rhs);
    }
    for (auto& instant : system.instants) each(instant.target, instant.value);
    for (auto& partition : system.partitions) {
        for (auto& equation : partition.equations) each(equation.lhs, equation.rhs);
    }
    auto& document = system.document;
    for (auto& clock : document.clocks) each(clock.interval, clock.condition);
    for (auto& when : document.when_conditions) each(when.condition);
    for (auto& assertion : document.assertions) each(assertion.condition, assertion.message);
    for (auto& action : document.actions) each(action.value);
    for (auto& sampling : document.samplings) each(sampling.call, sampling.start, sampling.interval);
    for (auto& delay : document.delays) each(delay.call, delay.value, delay.delay_time, delay.longest);
    for (auto& transport : document.transports) {
        each(transport.call);
        for (auto& point : transport.initial_points) each(point);
        for (auto& value : transport.initial_values) each(value);
    }
}

}  // namespace moo
