#include "moo/passes/classify_variables.h"
#include "moo/passes/report_at.h"

#include "moo/expr/free_variables.h"

namespace moo {

namespace {

constexpr Message<std::string_view> reinit_of_algebraic{
    DiagnosticKind::WrongArguments, "`reinit` is applied to `{}`, which is not a state: nothing differentiates it"};
constexpr Message<std::string_view> derivative_of_constant{
    DiagnosticKind::WrongArguments, "`der` is applied to `{}`, which is a parameter or constant"};

constexpr Message<std::string_view> derivative_not_determined{
    DiagnosticKind::UnsupportedConstruct,
    "`der({})` is used here, but no equation determines it; differentiating equations is not supported yet"};

Role role_without_equations(Variable const& variable) {
    if (variable.causality == Causality::input && !variable.is_parameter()) return Role::input;
    switch (variable.variability) {
        case Variability::constant: return Role::constant;
        case Variability::parameter: return Role::parameter;
        case Variability::discrete: return Role::discrete;
        case Variability::continuous: return Role::algebraic;
    }
    return Role::algebraic;
}

}  // namespace

bool classify_variables(System& system, PassOptions const& options, Diagnostics& diagnostics) {
    Document& document = system.document;
    if (!options.tearing_hints.empty()) {
        for (VarId const id : document.variables.ids()) {
            auto const hint = options.tearing_hints.find(std::string(system.name_of(id)));
            if (hint != options.tearing_hints.end()) system.tearing_hints[id] = hint->second;
        }
    }
    document.facts.resize(document.variables.size());
    for (VarId const id : document.variables.ids()) {
        document.facts[id].role = role_without_equations(document.variables[id]);
    }

    FreeVariables walk(system.exprs());
    for (SystemEquation const& equation : system.equations) {
        for (VariableUse const& use : walk.uses(equation.lhs, equation.rhs)) {
            if (use.occurrence != Occurrence::derivative) continue;
            if (document.variables[use.variable].is_parameter()) {
                error_at(system, diagnostics, equation.provenance, derivative_of_constant,
                         system.name_of(use.variable));
            } else {
                document.facts[use.variable].role = Role::state;
            }
        }
    }
    auto const check_derivatives = [&](ExprId expr, SourceSpan source) {
        for (VariableUse const& use : walk.uses(expr)) {
            if (use.occurrence != Occurrence::derivative || document.role(use.variable) == Role::state) continue;
            diagnostics.error(source, derivative_not_determined, system.name_of(use.variable));
        }
    };
    for (SystemEquation const& equation : system.initial_equations) {
        check_derivatives(equation.lhs, equation.provenance.source);
        check_derivatives(equation.rhs, equation.provenance.source);
    }
    for (InstantEquation const& instant : system.instants) {
        check_derivatives(instant.value, instant.provenance.source);
        for (std::uint32_t const condition : instant.conditions) {
            check_derivatives(document.when_conditions[condition].condition, instant.provenance.source);
        }
    }
    for (Assertion const& assertion : document.assertions) check_derivatives(assertion.condition, assertion.source);
    for (InstantEquation const& instant : system.instants) {
        VarId const variable = system.exprs().variable_of(instant.target);
        if (instant.is_reinit && document.role(variable) != Role::state) {
            error_at(system, diagnostics, instant.provenance, reinit_of_algebraic, system.name_of(variable));
        }
    }
    return !diagnostics.has_errors();
}

}  // namespace moo
