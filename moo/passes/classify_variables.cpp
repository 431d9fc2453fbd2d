#include "moo/passes/classify_variables.h"

#include "moo/expr/free_variables.h"

namespace moo {

namespace {

constexpr Message<std::string_view> reinit_of_algebraic{
    DiagnosticKind::WrongArguments, "`reinit` is applied to `{}`, which is not a state: nothing differentiates it"};
constexpr Message<std::string_view> derivative_of_constant{DiagnosticKind::WrongArguments,
                                                           "`der` is applied to `{}`, which is a parameter or constant"};

Role role_without_equations(Variable const& variable) {
    switch (variable.variability) {
        case Variability::constant: return Role::constant;
        case Variability::parameter: return Role::parameter;
        case Variability::discrete: return Role::discrete;
        case Variability::continuous: return Role::algebraic;
    }
    return Role::algebraic;
}

}  // namespace

bool classify_variables(System& system, PassOptions const&, Diagnostics& diagnostics) {
    Document& document = system.document;
    for (InstantEquation const& instant : system.instants) {
        VarId const variable = system.exprs().variable_of(instant.target);
        if (!instant.is_reinit) document.variables[variable].variability = Variability::discrete;
    }
    document.roles.resize(document.variables.size(), Role::algebraic);
    for (VarId const id : document.variables.ids()) document.roles[id] = role_without_equations(document.variables[id]);

    FreeVariables walk(system.exprs());
    for (SystemEquation const& equation : system.equations) {
        for (VariableUse const& use : walk.uses(equation.lhs, equation.rhs)) {
            if (use.occurrence != Occurrence::derivative) continue;
            if (document.variables[use.variable].is_parameter()) {
                diagnostics.error(equation.source, derivative_of_constant, system.name_of(use.variable));
            } else {
                document.roles[use.variable] = Role::state;
            }
        }
    }
    for (InstantEquation const& instant : system.instants) {
        VarId const variable = system.exprs().variable_of(instant.target);
        if (instant.is_reinit && document.roles[variable] != Role::state) {
            diagnostics.error(instant.source, reinit_of_algebraic, system.name_of(variable));
        }
    }
    return !diagnostics.has_errors();
}

}  // namespace moo
