// The whole model as text.
#include <algorithm>

#include "backends/show/overview.h"
#include "backends/show/text_parts.h"

namespace moo {

namespace {

// In the overview; the rest is counted.
constexpr std::size_t most_overview_rows = 10;

std::string more(std::size_t count, std::string_view how) {
    return count <= most_overview_rows
               ? std::string()
               : "  and " + std::to_string(count - most_overview_rows) + " more" + std::string(how) + "\n";
}

std::string names_text(ShowContext const& context, std::vector<VarId> const& variables) {
    std::string text;
    for (VarId const variable : variables) {
        text += (text.empty() ? "" : ", ") + std::string(context.facts.name_of(variable));
    }
    return text;
}

std::string title_text(ShowContext const& context) {
    std::string text(context.text(context.document.name));
    std::string_view const description = context.text(context.document.description);
    return description.empty() ? text + "\n" : text + ": " + std::string(description) + "\n";
}

std::string sizes_text(ShowContext const& context) {
    std::string text;
    for (ShownSet const& set : context.facts.sets()) {
        if (set.set->empty()) continue;
        text += "  " + set.name + ": " + counted(set.set->equations.size(), "equation") + " in " +
                counted(set.set->block_count(), "block") + ", " + set.title + "\n";
    }
    std::array<std::size_t, variable_kind_count> counts{};
    for (VarId const id : context.document.variables.ids()) ++counts[static_cast<std::size_t>(context.facts.kind(id))];
    text += "  " + counted(context.document.variables.size(), "variable") + ":";
    std::string separator = " ";
    for (std::size_t i = 0; i < counts.size(); ++i) {
        if (counts[i] == 0) continue;
        text += separator + std::to_string(counts[i]) + " " + std::string(kind_name(static_cast<VariableKind>(i)));
        separator = ", ";
    }
    return text + "\n";
}

// Passes that changed the size of the model.
std::string passes_text(ShowContext const& context) {
    std::string text;
    std::size_t equations = 0;
    std::size_t variables = 0;
    for (PassStep const& pass : context.translation.passes) {
        bool const is_changed = pass.equations != equations || pass.variables != variables;
        equations = pass.equations;
        variables = pass.variables;
        if (!is_changed) continue;
        text += "  after " + pass.pass + ": " + counted(equations, "equation") + ", " + counted(variables, "variable") +
                "\n";
    }
    return text.empty() ? text : "sizes:\n" + text;
}

std::string events_text(ShowContext const& context) {
    Document const& document = context.document;
    std::string text;
    auto const add = [&](std::size_t count, std::string_view noun) {
        if (count > 0) text += "  " + counted(count, noun) + "\n";
    };
    add(document.zero_crossings.size(), "relation");
    add(document.samplings.size(), "sampling");
    add(document.when_conditions.size(), "when-condition");
    add(document.clocks.size(), "clock");
    add(document.partitions.size(), "clocked partition");
    add(document.delays.size() + document.transports.size(), "delay");
    add(document.actions.size(), "action");
    add(document.assertions.size(), "assertion");
    return text.empty() ? text : "events:\n" + text;
}

std::string assumptions_text(ShowContext const& context) {
    std::vector<Assumption> const assumptions = list_assumptions(context);
    std::string text;
    for (std::size_t i = 0; i < assumptions.size() && i < most_overview_rows; ++i) {
        text += "  " + context.facts.equation_name(assumptions[i].equation) + ": " + assumptions[i].text + "\n";
    }
    text += more(assumptions.size(), "");
    for (DroppedEquation const& row : context.document.dropped) {
        text += "  left out: " + context.formulas.text(row.lhs) + " = " + context.formulas.text(row.rhs) + ": " +
                row.reason + "\n";
    }
    return text.empty() ? text : "assumptions of the initialization:\n" + text;
}

std::string messages_text(ShowContext const& context) {
    std::string text;
    for (Diagnostic const& message : context.translation.messages) {
        std::string const place = context.places.place_text(message.span);
        text += "  " + std::string(severity_name(message.severity)) + ": " + message.text() +
                (place.empty() ? "" : " (" + place + ")") + "\n";
    }
    return text.empty() ? text : "messages:\n" + text;
}

std::string loop_line(ShowContext const& context, LoopRow const& loop) {
    ShownSet const& set = context.facts.sets()[loop.set];
    std::string text = "  " + context.facts.block_name(loop.set, loop.block) + ": " +
                       std::string(block_kind(set, loop.block)) + ", " + counted(loop.equations, "equation");
    if (loop.iteration < loop.equations) text += ", " + std::to_string(loop.iteration) + " after tearing";
    return text;
}

}  // namespace

std::string overview_text(ShowContext& context) {
    bool const is_empty = context.translation.has_failed() && context.document.variables.empty();
    if (is_empty) return failure_text(context) + messages_text(context);
    std::string text = title_text(context) + failure_text(context) + sizes_text(context) + passes_text(context);
    text += "structural index: " + std::to_string(structural_index(context.facts)) + "\n";
    if (!context.document.state_sets.empty()) {
        text += counted(context.document.state_sets.size(), "state set") + ", see --states\n";
    }
    std::vector<LoopRow> const loops = list_loops(context.facts);
    if (!loops.empty()) text += "loops:\n";
    for (std::size_t i = 0; i < loops.size() && i < most_overview_rows; ++i)
        text += loop_line(context, loops[i]) + "\n";
    text += more(loops.size(), ", see --loops");
    return text + events_text(context) + assumptions_text(context) + messages_text(context);
}

std::string states_text(ShowContext& context, Explanations& explanations) {
    std::string text = "states:\n";
    for (VarId const state : context.document.states()) {
        std::string const reason = explanations.state_reason(state);
        if (!reason.empty()) text += "  " + std::string(context.facts.name_of(state)) + ": " + reason + "\n";
    }
    for (std::size_t i = 0; i < context.document.state_sets.size(); ++i) {
        StateSet const& set = context.document.state_sets[i];
        text += "set " + std::to_string(i + 1) + ": " + std::to_string(set.states.size()) + " of " +
                names_text(context, set.candidates) + ", chosen while the simulation runs: " + set.reason + "\n";
        for (ExprId const constraint : set.constraints) {
            text += "  constraint: " + context.formulas.text(constraint) + " = 0\n";
        }
    }
    std::string dependent;
    for (DependentState const& row : context.translation.dependent_states) {
        if (!row.variable) continue;
        std::string const place = context.places.place_text(row.source);
        dependent += "  " + std::string(context.facts.name_of(row.variable)) + ": " + row.reason +
                     (place.empty() ? "" : " (" + place + ")") + "\n";
    }
    if (context.translation.dependent_states.empty()) {
        for (StaticChoice const& choice : context.document.static_choices) {
            if (choice.dependent.empty()) continue;
            dependent += "  " + names_text(context, choice.dependent) + ": from " +
                         std::string(context.facts.name_of(choice.state)) + "\n";
        }
    }
    return dependent.empty() ? text : text + "computed from the states:\n" + dependent;
}

std::string loops_text(ShowContext& context, Explanations& explanations) {
    std::string text;
    for (LoopRow const& loop : list_loops(context.facts)) {
        text += loop_line(context, loop) + "\n    " + explanations.loop_text(loop.set, loop.block) + "\n    iterated:";
        std::span<SetEquation const> const block = context.facts.sets()[loop.set].set->block(loop.block);
        std::size_t shown = 0;
        for (SetEquation const& equation : block.subspan(torn_count(block))) {
            if (++shown > most_overview_rows) break;
            text += " " + context.formulas.text(equation.target);
        }
        if (loop.iteration > most_overview_rows)
            text += " and " + std::to_string(loop.iteration - most_overview_rows) + " more";
        text += "\n";
    }
    return text.empty() ? "no loops\n" : "loops:\n" + text;
}

std::string failure_text(ShowContext& context) {
    Translation const& translation = context.translation;
    if (!translation.has_failed()) return {};
    std::string text = "failed in " + translation.failure.stage;
    if (!translation.passes.empty()) {
        text += ", after " + std::to_string(translation.passes.size()) + " passes, the last of which is " +
                translation.passes.back().pass;
    }
    return text + "\n";
}

std::string singular_text(ShowContext& context) {
    TranslationFailure const& failure = context.translation.failure;
    std::string text;
    for (EquationConflict const& conflict : failure.conflicts) {
        text += counted(conflict.equations.size(), "equation") + " for " +
                counted(conflict.unknowns.size(), "unknown") +
                "; without any one of them, the others could be solved:\n";
        for (UnsortedEquation const& equation : conflict.equations) {
            text += "  " + context.formulas.text(equation.lhs) + " = " + context.formulas.text(equation.rhs) +
                    provenance_text(context, equation.provenance) + "\n";
            std::string const line = context.places.line_text(equation.provenance.source);
            if (!line.empty()) text += "      " + line + "\n";
        }
        text += "  unknowns:";
        for (EquationConflict::Unknown const& unknown : conflict.unknowns) text += " " + unknown.text;
        text += conflict.unknowns.empty() ? " none\n" : "\n";
    }
    for (UndeterminedUnknown const& unknown : failure.undetermined) {
        std::string const place = context.places.place_text(unknown.source);
        text += "nothing determines " + unknown.text + (place.empty() ? "" : " (" + place + ")") + ": " +
                unknown.reason + "\n";
    }
    return text.empty() ? "the model is not structurally singular\n" : text;
}

}  // namespace moo
