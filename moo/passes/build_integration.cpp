// What is computed between events?
//
// An integrator asks for the derivatives of the states, thousands of times a second, so this set should be as small as
// possible. Discrete variables do not change between events, so their equations are left out, and so are when-clauses.
// What remains are the continuous equations, with algebraic variables and derivatives of states as unknowns. After
// index reduction each equation has an unknown of its own, and sort_equations.cpp does the rest.
//
// Relations keep their values between events, even where the variables in them move past the point at which they would
// change (Modelica 3.6, section 8.5). The integrator has to come close to that point, and a right-hand side with a jump
// in it would make it fail. So a loop with relations in it is not a mixed block here, although it may be one at events.
//
// Only in this set do blocks also list their partial derivatives with respect to variables known before (`Known`). By
// the chain rule they give the Jacobian of the derivatives by the states, which implicit integrators need, and the
// matrices A, B, C and D of the linearized model. The total derivative of a result by a state, written out, would have
// a product for every path through the blocks.

#include "moo/passes/build_integration.h"

#include "moo/passes/sort_equations.h"
#include "moo/passes/strip_homotopy.h"

namespace moo {

bool build_integration(System& system, PassOptions const&, Diagnostics& diagnostics) {
    Document& document = system.document;
    SortableSystem sortable;
    sortable.description = "the model between events";
    sortable.relations_are_known = true;
    sortable.with_known_entries = true;
    for (VarId const id : document.variables.ids()) {
        bool const is_unknown = document.role(id) == Role::algebraic && !system.is_elsewhere(id);
        if (is_unknown) sortable.unknowns.push_back({id, Occurrence::value});
    }
    for (VarId const state : document.states()) sortable.unknowns.push_back({state, Occurrence::derivative});
    HomotopyRemoval actual(system.exprs());
    for (SystemEquation const& equation : system.equations) {
        if (equation.is_discrete) continue;
        sortable.equations.push_back({actual.apply(equation.lhs), actual.apply(equation.rhs), equation.provenance});
    }
    auto sorted = sort_equations(system, sortable, diagnostics);
    if (!sorted) return false;
    document.integration = std::move(sorted->set);
    return true;
}

}  // namespace moo
