#include "moo/passes/dependency_moments.h"

#include <algorithm>

#include "moo/evaluate/frozen_parameters.h"

namespace moo {

bool is_given(Document const& document, VarId parameter) {
    Variable const& variable = document.variables[parameter];
    bool const is_free = document.role(parameter) == Role::parameter && !variable.is_final && !variable.is_evaluated;
    return is_free && variable.binding && is_literal(document.exprs.kind(variable.binding));
}

namespace {

// ---- when variables change ---------------------------------------------------------------------------

// Parameters that depend on others change when those do.
void follow_bindings(Document const& document, Store<VarId, Factor>& variation) {
    FreeVariables walk(document.exprs);
    for (VarId const id : document.parameter_order) {
        for (VariableUse const& use : walk.uses(document.variables[id].binding)) {
            variation[id] = std::max(variation[id], variation[use.variable]);
        }
    }
}

// After the initialization.
Store<VarId, Factor> running_variation(Document const& document) {
    Store<VarId, std::uint8_t> const is_frozen = frozen_parameters(document);
    Store<VarId, Factor> variation(document.variables.size(), Factor::constant);
    for (VarId const id : document.variables.ids()) {
        Variable const& variable = document.variables[id];
        Role const role = document.role(id);
        if (role == Role::parameter) {
            // The initialization determines parameters without a binding.
            if (!variable.binding) variation[id] = Factor::fixed;
            if (is_given(document, id)) variation[id] = is_frozen[id] != 0 ? Factor::fixed : Factor::tunable;
        } else if (role != Role::constant) {
            bool const is_continuous = variable.type == types::real && role != Role::discrete &&
                                       variable.variability == Variability::continuous;
            variation[id] = is_continuous ? Factor::dependent : Factor::discrete;
        }
    }
    follow_bindings(document, variation);
    return variation;
}

// During the initialization: everything changes unless it follows from literals.
Store<VarId, Factor> initial_variation(Document const& document) {
    Store<VarId, Factor> variation(document.variables.size(), Factor::dependent);
    for (VarId const id : document.parameter_order) {
        if (!is_given(document, id)) variation[id] = Factor::constant;
    }
    follow_bindings(document, variation);
    return variation;
}

// ---- parts of graphs ---------------------------------------------------------------------------------

void add_given_parameters(Document const& document, DependencyGraph& graph) {
    for (VarId const id : document.parameter_order) {
        if (is_given(document, id)) graph.add_known(id);
    }
}

void add_bindings(Document const& document, DependencyGraph& graph) {
    for (VarId const id : document.parameter_order) {
        ExprId const binding = document.variables[id].binding;
        if (document.exprs.varies(binding)) graph.add_assignment(id, binding);
    }
}

void add_recovered(Document const& document, DependencyGraph& graph) {
    for (Recovered const& recovered : document.recovered) graph.add_assignment(recovered.variable, recovered.value);
}

MomentGraph begin_running(Document const& document, std::vector<VariableUse> const& also_known = {}) {
    MomentGraph made{DependencyGraph(document, FactorWalk(document.exprs, running_variation(document), true))};
    made.graph.add_time();
    for (VarId const id : document.variables.ids()) {
        Role const role = document.role(id);
        if (role == Role::state || role == Role::input) made.graph.add_known(id);
    }
    for (VariableUse const& use : also_known) made.graph.add_known(use);
    made.first_parameter = made.graph.known_count();
    add_given_parameters(document, made.graph);
    add_bindings(document, made.graph);
    return made;
}

void end_running(Document const& document, MomentGraph& made) {
    add_recovered(document, made.graph);
    for (ZeroCrossing const& crossing : document.zero_crossings) {
        if (crossing.kind != RelationKind::state) continue;
        made.crossings.push_back(made.graph.add_value(crossing.function, types::real));
    }
}

// ---- at events ---------------------------------------------------------------------------------------

// Left limits: pre of variables that are not discrete. Inputs may have changed since.
void remember_left_limits(Document const& document, DependencyGraph& graph) {
    for (VarId const id : document.variables.ids()) {
        Role const role = document.role(id);
        if (role == Role::state || role == Role::algebraic) graph.remember(id);
    }
}

// The when-conditions of each equation of riEq.
std::vector<std::vector<ExprId>> when_conditions(Document const& document) {
    std::vector<std::vector<ExprId>> conditions(document.reinitialization.equations.size());
    for (WhenCondition const& when : document.when_conditions) {
        for (std::uint32_t const equation : when.equations) conditions[equation].push_back(when.condition);
    }
    return conditions;
}

// ---- at the start ------------------------------------------------------------------------------------

void add_given_starts(Document const& document, DependencyGraph& graph) {
    ExprStore const& exprs = document.exprs;
    for (SetEquation const& equation : document.initialization.equations) {
        bool const is_variable = exprs.kind(equation.target) == ExprKind::variable;
        if (!is_variable || !equation.is_overridable || !is_literal(exprs.kind(equation.value))) continue;
        VarId const variable = exprs.variable_of(equation.target);
        if (document.role(variable) != Role::parameter) graph.add_known(variable);
    }
}

// Variables that are computed at ticks keep their start value until the first tick.
void add_starts_of_partitions(Document const& document, DependencyGraph& graph) {
    ExprStore const& exprs = document.exprs;
    for (ClockedPartition const& partition : document.partitions) {
        for (SetEquation const& equation : partition.equations.equations) {
            VarId const variable = exprs.referenced_variable(equation.target);
            ExprId const start = variable ? document.variables[variable].attribute(Attribute::start) : ExprId();
            if (start && exprs.varies(start)) graph.add_assignment(variable, start);
        }
    }
}

}  // namespace

MomentGraph graph_between_events(Document const& document) {
    MomentGraph made = begin_running(document);
    made.graph.add_equations(document.integration);
    end_running(document, made);
    return made;
}

MomentGraph graph_as_residuals(Document const& document) {
    ExprStore const& exprs = document.exprs;
    auto const target_of = [&](SetEquation const& equation) {
        bool const is_derivative = exprs.kind(equation.target) == ExprKind::der;
        return VariableUse{exprs.referenced_variable(equation.target),
                           is_derivative ? Occurrence::derivative : Occurrence::value};
    };
    std::vector<VariableUse> unknowns;
    for (std::uint32_t const row : document.residual_view.equations) {
        SetEquation const& equation = document.integration.equations[row];
        if (equation.form == EquationForm::residual) unknowns.push_back(target_of(equation));
    }
    MomentGraph made = begin_running(document, unknowns);
    for (SetEquation const& equation : document.integration.equations) {
        if (equation.form == EquationForm::residual) {
            made.equations.push_back(made.graph.add_value(equation.value, types::real));
        } else {
            made.graph.add_assignment(target_of(equation), equation.value);
            made.equations.push_back(made.graph.column_of(target_of(equation)));
        }
    }
    end_running(document, made);
    return made;
}

MomentGraph graph_at_events(Document const& document) {
    MomentGraph made = begin_running(document);
    made.graph.add_equations(document.integration);
    remember_left_limits(document, made.graph);
    made.graph.add_equations(document.reinitialization, when_conditions(document));
    end_running(document, made);
    return made;
}

MomentGraph graph_at_start(Document const& document) {
    MomentGraph made{DependencyGraph(document, FactorWalk(document.exprs, initial_variation(document), false))};
    made.graph.add_time();
    for (VarId const id : document.variables.ids()) {
        if (document.role(id) == Role::input) made.graph.add_known(id);
    }
    add_given_starts(document, made.graph);
    made.first_parameter = made.graph.known_count();
    add_given_parameters(document, made.graph);
    add_bindings(document, made.graph);
    add_starts_of_partitions(document, made.graph);
    made.graph.add_equations(document.initialization);
    add_recovered(document, made.graph);
    return made;
}

}  // namespace moo
