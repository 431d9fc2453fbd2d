// Checks of variables and parameters.
#include "moo/expr/free_variables.h"
#include "moo/passes/free_parameters.h"
#include "moo/passes/invariants.h"

namespace moo {

namespace {

std::string quoted(System const& system, VarId variable) { return "`" + std::string(system.name_of(variable)) + "`"; }

}  // namespace

std::string find_unsettled_fixed(System const& system) {
    for (VarId const id : system.document.variables.ids()) {
        ExprId const fixed = system.document.variables[id].attribute(Attribute::fixed);
        if (fixed && system.document.exprs.kind(fixed) != ExprKind::boolean) {
            return "`fixed` of " + quoted(system, id) + " is `" + system.text(fixed) + "`";
        }
    }
    return {};
}

std::string find_wrong_role(System const& system) {
    Document const& document = system.document;
    if (document.facts.size() != document.variables.size()) return "not every variable has a role";
    for (VarId const id : document.variables.ids()) {
        Variable const& variable = document.variables[id];
        Role const role = document.role(id);
        bool const has_parameter_role = role == Role::parameter || role == Role::constant;
        if (has_parameter_role != variable.is_parameter()) {
            return quoted(system, id) + (has_parameter_role ? " has the role of a parameter" : " is a parameter");
        }
        if (role == Role::state && (variable.type != types::real || system.is_discrete(id))) {
            return quoted(system, id) + " is a state, but not a continuous Real";
        }
    }
    return {};
}

std::string find_bound_free_parameter(System const& system) {
    for (VarId const id : system.document.variables.ids()) {
        Variable const& variable = system.document.variables[id];
        if (variable.binding && is_free_parameter(system.document.exprs, variable)) {
            return quoted(system, id) + " has the binding `" + system.text(variable.binding) + "`";
        }
    }
    return {};
}

std::string find_parameter_before_its_needs(System const& system) {
    Document const& document = system.document;
    std::vector<bool> is_computed(document.variables.size());
    FreeVariables walk(document.exprs);
    for (VarId const id : document.parameter_order) {
        if (is_computed[id.index()]) return quoted(system, id) + " is computed twice";
        for (VariableUse const& use : walk.uses(document.variables[id].binding)) {
            if (!is_computed[use.variable.index()]) {
                return quoted(system, id) + " is computed before " + quoted(system, use.variable) + ", which it needs";
            }
        }
        is_computed[id.index()] = true;
    }
    for (VarId const id : document.variables.ids()) {
        Variable const& variable = document.variables[id];
        bool const is_open = variable.is_parameter() && !is_free_parameter(document.exprs, variable);
        if (is_open && !is_computed[id.index()]) return quoted(system, id) + " is never computed";
    }
    return {};
}

}  // namespace moo
