#include "moo/passes/report_states.h"

#include <algorithm>

namespace moo {

namespace {

std::string place(SourceSpan span, SourceManager const& sources) {
    std::string const text = sources.place_text(span.begin);
    return text.empty() ? "the model" : text;
}

}  // namespace

std::string states_report(System const& system, SourceManager const& sources) {
    Document const& document = system.document;
    std::string text;
    std::vector<VarId> of_sets;
    for (StateSet const& set : document.state_sets) {
        of_sets.insert(of_sets.end(), set.states.begin(), set.states.end());
    }
    auto const static_choice = [&](VarId state) -> StaticChoice const* {
        for (StaticChoice const& choice : document.static_choices) {
            if (choice.state == state) return &choice;
        }
        return nullptr;
    };
    text += "states:\n";
    for (VarId const state : document.states()) {
        if (std::find(of_sets.begin(), of_sets.end(), state) != of_sets.end()) continue;
        StaticChoice const* const choice = static_choice(state);
        text += "  " + std::string(system.name_of(state)) + ": " +
                (choice == nullptr ? "no constraint concerns it" : choice->reason) + "\n";
    }
    for (std::size_t i = 0; i < document.state_sets.size(); ++i) {
        StateSet const& set = document.state_sets[i];
        text += "set " + std::to_string(i + 1) + ": " + std::to_string(set.states.size()) + " of";
        for (std::size_t k = 0; k < set.candidates.size(); ++k) {
            text += std::string(k == 0 ? " " : ", ") + std::string(system.name_of(set.candidates[k]));
        }
        text += ", chosen while the simulation runs: " + set.reason + "\n";
        for (ExprId const constraint : set.constraints) text += "  constraint: " + system.text(constraint) + " = 0\n";
    }
    if (!system.dependent_variables.empty()) text += "computed from the states:\n";
    for (DependentVariable const& dependent : system.dependent_variables) {
        if (!dependent.variable) continue;
        text += "  " + std::string(system.name_of(dependent.variable)) + ": " + dependent.reason + " (" +
                place(dependent.source, sources) + ")\n";
    }
    return text;
}

std::string system_listing(System const& system) {
    std::string text;
    auto const list = [&](std::string_view title, std::vector<SystemEquation> const& equations) {
        if (equations.empty()) return;
        text += std::string(title) + ":\n";
        for (SystemEquation const& equation : equations) {
            text += "  " + system.text(equation.lhs) + " = " + system.text(equation.rhs) + "  // " +
                    origin_text(equation.provenance);
            Symbol const instance = equation.provenance.instance;
            bool const is_inside = instance && !system.interner.text(instance).empty();
            text += is_inside ? " in " + std::string(system.interner.text(instance)) + "\n" : "\n";
        }
    };
    list("equations", system.equations);
    list("initial equations", system.initial_equations);
    if (!system.instants.empty()) text += "at events:\n";
    for (InstantEquation const& instant : system.instants) {
        text += "  when";
        for (std::size_t i = 0; i < instant.conditions.size(); ++i) {
            text += std::string(i == 0 ? " " : ", ") +
                    system.text(system.document.when_conditions[instant.conditions[i]].condition);
        }
        if (instant.at_initial) text += " initial()";
        text += std::string(" then ") + (instant.is_reinit ? "reinit " : "") + system.text(instant.target) + " = " +
                system.text(instant.value) + "\n";
    }
    for (Alias const& alias : system.document.aliases) {
        text += "  " + std::string(system.name_of(alias.variable)) + " is " + (alias.is_negated ? "-" : "") +
                std::string(system.name_of(alias.target)) + "\n";
    }
    return text;
}

}  // namespace moo
