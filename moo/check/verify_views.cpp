// State selection, and the other ways to look at the integration system.
#include <algorithm>

#include "moo/check/verification.h"

namespace moo {

namespace {

void verify_state_set(Verification& all, std::size_t i) {
    StateSet const& set = all.document.state_sets[i];
    std::string const where = row_text("stateSets", i);
    std::size_t const candidates = set.candidates.size();
    std::size_t const states = set.states.size();
    if (states == 0 || states >= candidates) return all.report(where + ": it has not fewer states than candidates");
    if (set.selection.size() != states * candidates) {
        all.report(where + ": the selection has not one variable for each state and candidate");
    }
    if (set.constraints.size() != candidates - states) {
        all.report(where + ": it has not one constraint for each candidate that is left dependent");
    }
    std::unordered_set<VarId> const distinct(set.candidates.begin(), set.candidates.end());
    if (distinct.size() != candidates) all.report(where + ": a candidate is listed twice");
    for (ExprId const constraint : set.constraints) all.verify_value(where, constraint, types::real);
    for (JacobianEntry const& entry : set.jacobian) all.verify_value(where, entry.value, types::real);
    for (VarId const variable : set.selection) {
        if (all.type(variable) != types::integer)
            return all.report(where + ": a variable of the selection is no Integer");
    }
    for (VarId const variable : set.candidates) {
        if (all.type(variable) != types::real) return all.report(where + ": a candidate is no Real");
    }
    for (VarId const variable : set.states) {
        if (all.document.role(variable) != Role::state)
            return all.report(where + ": the variable that it defines is not a state");
    }
    for (JacobianEntry const& entry : set.jacobian) {
        all.verify_value(where, entry.value, types::real);
        if (entry.row < set.constraints.size() && entry.column < candidates) continue;
        return all.report(where + ": an entry of its Jacobian is outside of constraints and candidates");
    }
}

void verify_unknown(Verification& all, std::string_view name, std::string const& where, ExprId unknown) {
    VarId const variable = all.exprs.referenced_variable(unknown);
    if (!variable) return all.report(where + " is about something that is not a variable");
    bool const is_derivative = all.exprs.kind(unknown) == ExprKind::der;
    if (name == "derivatives" && (!is_derivative || all.document.role(variable) != Role::state)) {
        all.report(where + " is not about the derivative of a state");
    }
    if (name == "outputs" && all.document.variables[variable].causality != Causality::output) {
        all.report(where + " is not about an output");
    }
}

template <class IsKnown>
void verify_terms(Verification& all, std::string const& where, std::vector<DependencyTerm> const& terms,
                  IsKnown const& is_known) {
    std::unordered_set<VarId> on;
    for (DependencyTerm const& term : terms) {
        if (!on.insert(term.on).second) all.report(where + " has two terms of one variable");
        if (!is_known(all.document.role(term.on))) all.report(where + " depends on something that is not known");
    }
}

void verify_dependencies(Verification& all, std::string_view name, std::vector<Dependency> const& dependencies) {
    auto const is_state_or_input = [](Role role) { return role == Role::state || role == Role::input; };
    auto const is_parameter = [](Role role) { return role == Role::parameter; };
    for (std::size_t i = 0; i < dependencies.size(); ++i) {
        Dependency const& row = dependencies[i];
        std::string const where = "dependencies: " + row_text(name, i);
        if (name != "crossings") verify_unknown(all, name, where, row.unknown);
        if (name == "initialUnknowns") {
            verify_terms(all, where, row.terms, [](Role role) { return role != Role::constant; });
        } else {
            verify_terms(all, where, row.terms, is_state_or_input);
        }
        verify_terms(all, where, row.at_events, is_state_or_input);
        verify_terms(all, where, row.parameters, is_parameter);
    }
}

// The rows of residuals may depend on the unknowns of the view too.
void verify_residual_rows(Verification& all, std::unordered_set<VarId> const& unknowns) {
    ResidualView const& view = all.document.residual_view;
    auto const verify_list = [&](std::string_view name, std::vector<Dependency> const& rows) {
        for (std::size_t i = 0; i < rows.size(); ++i) {
            std::string const where = "residualView: " + row_text(name, i);
            if (name != "crossings") verify_unknown(all, name, where, rows[i].unknown);
            std::vector<DependencyTerm> others;
            for (DependencyTerm const& term : rows[i].terms) {
                if (!unknowns.contains(term.on)) others.push_back(term);
            }
            verify_terms(all, where, others, [](Role role) { return role == Role::state || role == Role::input; });
            verify_terms(all, where, rows[i].derivatives, [](Role role) { return role == Role::state; });
            verify_terms(all, where, rows[i].parameters, [](Role role) { return role == Role::parameter; });
        }
    };
    verify_list("dependencies", view.dependencies);
    verify_list("outputs", view.outputs);
    verify_list("crossings", view.crossings);
}

void verify_crossing_rows(Verification& all) {
    std::unordered_set<ExprId> relations;
    for (ZeroCrossing const& crossing : all.document.zero_crossings) relations.insert(crossing.relation);
    auto const& rows = all.document.dependencies.crossings;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (relations.erase(rows[i].unknown) == 1) continue;
        all.report("dependencies: " + row_text("crossings", i) + " is not about a relation of z, or twice about one");
    }
}

// No two states of one colour have a common row.
void verify_colours(Verification& all, Dependencies const& dependencies) {
    if (dependencies.state_colours.empty()) return;
    std::vector<VarId> const states = all.document.states();
    if (dependencies.state_colours.size() != states.size()) {
        return all.report("dependencies: there is not one colour for each state");
    }
    std::unordered_map<VarId, std::uint32_t> colours;
    for (std::size_t i = 0; i < states.size(); ++i) colours[states[i]] = dependencies.state_colours[i];
    for (std::size_t row = 0; row < dependencies.derivatives.size(); ++row) {
        std::unordered_set<std::uint32_t> used;
        for (DependencyTerm const& term : dependencies.derivatives[row].terms) {
            auto const colour = colours.find(term.on);
            if (colour == colours.end() || used.insert(colour->second).second) continue;
            all.report("dependencies: " + row_text("derivatives", row) + " depends on two states of one colour");
        }
    }
}

}  // namespace

void verify_state_selection(Verification& all) {
    for (std::size_t i = 0; i < all.document.state_sets.size(); ++i) verify_state_set(all, i);
    for (std::size_t i = 0; i < all.document.static_choices.size(); ++i) {
        StaticChoice const& choice = all.document.static_choices[i];
        std::string const where = row_text("staticChoices", i);
        if (all.document.role(choice.state) != Role::state) all.report(where + ": the chosen variable is not a state");
        for (VarId const variable : choice.dependent) {
            if (all.document.role(variable) == Role::state) all.report(where + ": what was not chosen is a state");
        }
    }
}

void verify_views(Verification& all) {
    Document const& document = all.document;
    ResidualView const& residual = document.residual_view;
    bool const has_residual = !residual.unknowns.empty() || !residual.equations.empty();
    if (has_residual && residual.equations.size() != document.states().size() + residual.unknowns.size()) {
        all.report("residualView: there is not one equation for each state and unknown");
    }
    std::unordered_set<VarId> const unknowns(residual.unknowns.begin(), residual.unknowns.end());
    for (VarId const unknown : unknowns) {
        if (document.role(unknown) == Role::state) all.report("residualView: a state is among the other unknowns");
    }
    std::unordered_set<std::uint32_t> const rows(residual.equations.begin(), residual.equations.end());
    if (unknowns.size() != residual.unknowns.size() || rows.size() != residual.equations.size()) {
        all.report("residualView: something is listed twice");
    }
    verify_residual_rows(all, unknowns);
    for (std::size_t i = 0; i < document.overdetermined_view.constraints.size(); ++i) {
        ConstraintEquation const& constraint = document.overdetermined_view.constraints[i];
        all.verify_value("overdeterminedView: " + row_text("constraints", i), constraint.residual, types::real,
                         constraint.provenance.source);
    }
    for (std::size_t i = 0; i < document.overdetermined_view.differential.size(); ++i) {
        DifferentialEquation const& equation = document.overdetermined_view.differential[i];
        all.verify_value("overdeterminedView: " + row_text("differential", i), equation.value, types::real,
                         equation.source);
        for (DifferentialTerm const& term : document.overdetermined_view.differential[i].terms) {
            // The model differentiates this variable, but index reduction need not have kept it as a state.
            Role const role = document.role(term.state);
            if (role == Role::state || (role == Role::algebraic && all.type(term.state) == types::real)) continue;
            all.report("overdeterminedView: " + row_text("differential", i) +
                       " has a derivative of something that does not change continuously");
        }
    }
    verify_dependencies(all, "derivatives", document.dependencies.derivatives);
    verify_dependencies(all, "outputs", document.dependencies.outputs);
    verify_dependencies(all, "crossings", document.dependencies.crossings);
    verify_dependencies(all, "initialUnknowns", document.dependencies.initial_unknowns);
    verify_crossing_rows(all);
    verify_colours(all, document.dependencies);
}

}  // namespace moo
