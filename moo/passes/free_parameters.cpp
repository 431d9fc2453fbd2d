#include "moo/passes/free_parameters.h"

#include "moo/expr/free_variables.h"

namespace moo {

bool free_parameters(System& system, PassOptions const&, Diagnostics&) {
    ExprStore& exprs = system.exprs();
    VariableStore& variables = system.document.variables;
    std::vector<VarId> free;
    for (VarId const id : variables.ids()) {
        if (is_free_parameter(exprs, variables[id])) free.push_back(id);
    }
    if (free.empty()) return true;
    // By parameter: those that depend on it.
    Store<VarId, std::vector<VarId>> users(variables.size());
    FreeVariables walk(exprs);
    for (VarId const id : variables.ids()) {
        if (!variables[id].is_parameter() || !variables[id].binding) continue;
        for (VariableUse const& use : walk.uses(variables[id].binding)) users[use.variable].push_back(id);
    }
    for (std::size_t i = 0; i < free.size(); ++i) {
        for (VarId const user : users[free[i]]) {
            if (is_free_parameter(exprs, variables[user])) continue;
            variables[user].attributes[static_cast<std::size_t>(Attribute::fixed)] = exprs.boolean(false);
            free.push_back(user);
        }
    }
    for (VarId const id : free) {
        Variable& variable = variables[id];
        if (!variable.binding) continue;
        system.initial_equations.push_back({system.reference(id), variable.binding,
                                            variable.provenance(ProvenanceKind::parameter_binding),
                                            variable.type != types::real});
        variable.binding = {};
    }
    return true;
}

}  // namespace moo
