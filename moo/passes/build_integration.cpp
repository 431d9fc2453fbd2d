#include "moo/passes/build_integration.h"

#include "moo/passes/sort_equations.h"

namespace moo {

bool build_integration(System& system, PassOptions const&, Diagnostics& diagnostics) {
    Document& document = system.document;
    SortableSystem sortable;
    sortable.description = "the model between events";
    for (VarId const id : document.variables.ids()) {
        if (document.role(id) == Role::algebraic) sortable.unknowns.push_back({id, Occurrence::value});
    }
    for (VarId const state : document.states()) sortable.unknowns.push_back({state, Occurrence::derivative});
    // riEq has settled which equations determine discrete variables; the others are those of the integration.
    for (SetEquation const& equation : document.reinitialization.equations) {
        if (equation.form == EquationForm::instant) continue;
        if (system.is_discrete(system.exprs().referenced_variable(equation.target))) continue;
        bool const is_residual = equation.form == EquationForm::residual;
        sortable.equations.push_back({is_residual ? system.exprs().real(0) : equation.target,
                                      equation.value,
                                      equation.origin,
                                      equation.source,
                                      false,
                                      {},
                                      false});
    }
    auto set = sort_equations(system, sortable, diagnostics);
    if (!set) return false;
    document.integration = std::move(*set);
    return true;
}

}  // namespace moo
