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
        sortable.equations.push_back(
            {actual.apply(equation.lhs), actual.apply(equation.rhs), equation.origin, equation.source});
    }
    auto sorted = sort_equations(system, sortable, diagnostics);
    if (!sorted) return false;
    document.integration = std::move(sorted->set);
    return true;
}

}  // namespace moo
