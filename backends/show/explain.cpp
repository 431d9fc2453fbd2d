#include "backends/show/explain.h"

#include <algorithm>
#include <set>

#include "moo/model/describe_document.h"

namespace moo {

namespace {

// In a list of components or connections; the rest is counted.
constexpr std::size_t most_listed = 6;

std::string quoted(std::string_view name) { return "`" + std::string(name) + "`"; }

std::string joined(std::vector<std::string> const& items) {
    std::string text;
    for (std::size_t i = 0; i < items.size() && i < most_listed; ++i) text += (i == 0 ? "" : ", ") + items[i];
    if (items.size() > most_listed) text += " and " + std::to_string(items.size() - most_listed) + " more";
    return text;
}

std::set<std::string, std::less<>> components_of_block(ShowContext const& context, std::uint32_t set,
                                                       std::size_t block) {
    std::set<std::string, std::less<>> components;
    for (SetEquation const& equation : context.facts.sets()[set].set->block(block)) {
        components.emplace(context.text(equation.provenance.instance));
    }
    return components;
}

}  // namespace

std::string counted(std::size_t count, std::string_view noun) {
    return std::to_string(count) + " " + std::string(noun) + (count == 1 ? "" : "s");
}

std::string_view block_kind(ShownSet const& set, std::size_t block) {
    bool const is_known = block < set.set->blocks.size();
    return name_of_value(is_known ? set.set->blocks[block].kind : default_facts(set.set->block(block)).kind);
}

Explanations::Explanations(ShowContext& context) : context_(context) {
    Document const& document = context.document;
    for (std::size_t i = 0; i < document.static_choices.size(); ++i) {
        choices_.emplace(document.static_choices[i].state, i);
        for (VarId const variable : document.static_choices[i].dependent) chosen_against_.emplace(variable, i);
    }
    for (std::size_t i = 0; i < context.translation.dependent_states.size(); ++i) {
        VarId const variable = context.translation.dependent_states[i].variable;
        if (variable) dependent_states_.emplace(variable, i);
    }
    for (std::size_t i = 0; i < document.state_sets.size(); ++i) {
        for (VarId const state : document.state_sets[i].states) set_states_.emplace(state, i);
        for (VarId const candidate : document.state_sets[i].candidates) set_states_.emplace(candidate, i);
    }
    for (EvaluatedParameter const& row : document.evaluated) evaluated_.emplace(row.parameter, row.reason);
    std::vector<ShownSet> const& sets = context.facts.sets();
    for (std::uint32_t set = 0; set < sets.size(); ++set) {
        for (std::uint32_t block = 0; block < sets[set].set->block_count(); ++block) {
            std::span<SetEquation const> const equations = sets[set].set->block(block);
            if (!is_loop(equations)) continue;
            for (SetEquation const& equation : equations.subspan(torn_count(equations))) {
                VarId const target = document.exprs.referenced_variable(equation.target);
                if (target) iterations_[target].push_back({set, block});
            }
        }
    }
}

std::string Explanations::name(VarId variable) const { return quoted(context_.facts.name_of(variable)); }

std::string Explanations::at(SourceSpan source) const {
    std::string const place = context_.places.place_text(source);
    return place.empty() ? std::string() : " (" + place + ")";
}

std::string Explanations::state_reason(VarId state) const {
    if (context_.facts.kind(state) != VariableKind::state || set_states_.contains(state)) return {};
    auto const choice = choices_.find(state);
    return choice == choices_.end() ? "no constraint concerns it"
                                    : context_.document.static_choices[choice->second].reason;
}

std::vector<Explanations::BlockRef> Explanations::iterations_of(VarId variable) const {
    auto const found = iterations_.find(variable);
    return found == iterations_.end() ? std::vector<BlockRef>() : found->second;
}

std::vector<std::string> Explanations::why(VarId variable) const {
    std::vector<std::string> reasons;
    ModelFacts const& facts = context_.facts;
    switch (facts.kind(variable)) {
        case VariableKind::alias: {
            Alias const& row = facts.alias(variable);
            reasons.push_back("an alias: it always equals " + std::string(row.is_negated ? "the negative of " : "") +
                              name(row.target) + ", because of " + origin_text(row.provenance) +
                              at(row.provenance.source));
            break;
        }
        case VariableKind::recovered:
            reasons.push_back("computed only for the results: nothing else needs it, and its value follows from " +
                              origin_text(facts.recovered(variable).provenance) +
                              at(facts.recovered(variable).provenance.source));
            break;
        case VariableKind::state:
            if (std::string const reason = state_reason(variable); !reason.empty()) {
                reasons.push_back("a state: " + reason);
            }
            break;
        case VariableKind::parameter:
        case VariableKind::constant: explain_parameter(variable, reasons); break;
        case VariableKind::input: reasons.emplace_back("an input: its value comes from outside"); break;
        case VariableKind::discrete: reasons.emplace_back("discrete: it changes only at events"); break;
        case VariableKind::algebraic: break;
    }
    if (auto const found = set_states_.find(variable); found != set_states_.end()) {
        StateSet const& set = context_.document.state_sets[found->second];
        bool const is_state = std::ranges::find(set.states, variable) != set.states.end();
        reasons.push_back(std::string(is_state ? "a state" : "a candidate") + " of state set " +
                          std::to_string(found->second + 1) + ", which chooses " + std::to_string(set.states.size()) +
                          " of " + std::to_string(set.candidates.size()) +
                          " candidates while the simulation runs: " + set.reason);
    }
    if (auto const found = dependent_states_.find(variable); found != dependent_states_.end()) {
        DependentState const& row = context_.translation.dependent_states[found->second];
        reasons.push_back("not a state, although its derivative occurs: " + row.reason + at(row.source));
    } else if (auto const against = chosen_against_.find(variable); against != chosen_against_.end()) {
        StaticChoice const& choice = context_.document.static_choices[against->second];
        reasons.push_back("not a state, because " + name(choice.state) + " was chosen: " + choice.reason);
    }
    if (VarId const base = context_.document.facts[variable].derivative_of) {
        reasons.push_back("the derivative of " + name(base) + ", which index reduction has made a variable of its own");
    }
    explain_iterations(variable, reasons);
    explain_start(variable, reasons);
    return reasons;
}

void Explanations::explain_parameter(VarId variable, std::vector<std::string>& reasons) const {
    Variable const& declared = context_.document.variables[variable];
    if (auto const found = evaluated_.find(variable); found != evaluated_.end()) {
        reasons.push_back("its value was used during translation, so it cannot be changed: " + found->second);
    } else if (declared.is_evaluated) {
        reasons.emplace_back("its value was used during translation, so it cannot be changed");
    } else if (declared.is_final) {
        reasons.emplace_back("final: it cannot be changed");
    } else if (declared.variability == Variability::constant) {
        reasons.emplace_back("a constant");
    } else {
        reasons.emplace_back("a parameter: you can change it when a simulation starts");
    }
}

void Explanations::explain_iterations(VarId variable, std::vector<std::string>& reasons) const {
    ModelFacts const& facts = context_.facts;
    for (BlockRef const ref : iterations_of(variable)) {
        ShownSet const& set = facts.sets()[ref.set];
        std::span<SetEquation const> const block = set.set->block(ref.block);
        std::size_t const torn = torn_count(block);
        std::string text = "an iteration variable of block " + facts.block_name(ref.set, ref.block) + ", a " +
                           std::string(block_kind(set, ref.block)) + " system of " + counted(block.size(), "equation");
        if (torn > 0) {
            text += ": " + std::to_string(torn) + " of them are computed from the " +
                    counted(block.size() - torn, "iteration variable");
        }
        reasons.push_back(std::move(text));
    }
}

std::vector<std::string> Explanations::how(VarId variable) const {
    std::vector<std::string> reasons;
    ModelFacts const& facts = context_.facts;
    for (EquationRef const ref : facts.defined_by(variable)) {
        SetEquation const& equation = facts.equation(ref);
        if (equation.form == EquationForm::residual) continue;
        std::span<SetEquation const> const block = facts.sets()[ref.set].set->block(facts.block_of(ref));
        std::string text = context_.formulas.text(equation.target) +
                           (equation.form == EquationForm::instant ? " is set by " : " is computed by ") +
                           facts.equation_name(ref) + ", from " + origin_text(equation.provenance) +
                           at(equation.provenance.source);
        if (block.size() > 1) text += "; that is part of block " + facts.block_name(ref.set, facts.block_of(ref));
        reasons.push_back(std::move(text));
    }
    return reasons;
}

void Explanations::explain_start(VarId variable, std::vector<std::string>& reasons) const {
    ExprId const start = context_.document.variables[variable].attribute(Attribute::start);
    std::string const& origin = context_.document.facts[variable].start_origin;
    if (!start || origin.empty()) return;
    reasons.push_back("its start value " + context_.formulas.text(start) + " comes from " + origin);
}

std::string Explanations::loop_components_text(std::uint32_t set, std::size_t block) const {
    std::vector<std::string> names;
    for (std::string const& component : components_of_block(context_, set, block)) {
        names.push_back(component.empty() ? "the model itself" : quoted(component));
    }
    return "it runs through " + joined(names);
}

std::vector<SourceSpan> Explanations::loop_connections(std::uint32_t set, std::size_t block) const {
    std::set<std::string, std::less<>> const components = components_of_block(context_, set, block);
    std::vector<SourceSpan> connections;
    std::set<std::string> listed;
    auto const add_connection = [&](Provenance const& provenance) {
        std::string place = context_.places.place_text(provenance.source);
        if (!place.empty() && listed.insert(std::move(place)).second) connections.push_back(provenance.source);
    };
    // The component of the loop that a variable belongs to.
    auto const owner = [&](VarId variable) {
        std::string_view path = path_around(context_.facts.name_of(variable));
        while (!path.empty() && !components.contains(path)) path = path_around(path);
        return path;
    };
    for (SetEquation const& equation : context_.facts.sets()[set].set->block(block)) {
        bool const is_connection =
            equation.provenance.kind == ProvenanceKind::connect || equation.provenance.kind == ProvenanceKind::flow;
        if (is_connection) add_connection(equation.provenance);
        VarId const target = context_.document.exprs.referenced_variable(equation.target);
        if (!target) continue;
        // Most equations of connections have become aliases.
        for (VarId const alias : context_.facts.aliases_of(target)) {
            Provenance const& provenance = context_.facts.alias(alias).provenance;
            if (provenance.kind == ProvenanceKind::connect && owner(alias) != owner(target)) add_connection(provenance);
        }
    }
    return connections;
}

std::string Explanations::loop_text(std::uint32_t set, std::size_t block) const {
    std::vector<std::string> connections;
    for (SourceSpan const span : loop_connections(set, block)) connections.push_back(context_.places.place_text(span));
    std::string text = loop_components_text(set, block);
    if (!connections.empty()) text += "; connections in it: " + joined(connections);
    return text;
}

}  // namespace moo
