#include "moo/passes/separate_discrete.h"

namespace moo {

bool separate_discrete(System& system, PassOptions const&, Diagnostics&) {
    ExprStore const& exprs = system.exprs();
    for (InstantEquation const& instant : system.instants) {
        if (instant.is_reinit) continue;
        system.document.variables[exprs.referenced_variable(instant.target)].variability = Variability::discrete;
    }
    auto const is_discrete_variable = [&](ExprId side) {
        return exprs.kind(side) == ExprKind::variable && system.is_discrete(exprs.variable_of(side));
    };
    for (auto* const equations : {&system.equations, &system.initial_equations}) {
        for (SystemEquation& equation : *equations) {
            bool const is_real = exprs.type(equation.lhs) == types::real || exprs.type(equation.rhs) == types::real;
            equation.is_discrete = !is_real || is_discrete_variable(equation.lhs) || is_discrete_variable(equation.rhs);
        }
    }
    return true;
}

}  // namespace moo
