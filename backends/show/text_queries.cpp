// Blocks, equations and variables as text.
#include <algorithm>
#include <charconv>
#include <optional>

#include "backends/show/text_parts.h"
#include "moo/base/nearest_word.h"
#include "moo/model/describe_document.h"

namespace moo {

namespace {

constexpr std::size_t most_rows = 100;

// `7`, `Eq.7`, `Eq/7`: a set and a number, from 0.
struct SetAndNumber {
    std::uint32_t set = 0;
    std::uint32_t number = 0;
};

std::optional<SetAndNumber> parse_name(ModelFacts const& facts, std::string_view name) {
    std::size_t const split = name.find_last_of("./");
    std::string_view const digits = split == std::string_view::npos ? name : name.substr(split + 1);
    std::string_view const set = split == std::string_view::npos ? std::string_view("Eq") : name.substr(0, split);
    SetAndNumber found;
    auto const [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), found.number);
    if (error != std::errc() || end != digits.data() + digits.size() || found.number == 0) return {};
    --found.number;
    for (; found.set < facts.sets().size(); ++found.set) {
        if (facts.sets()[found.set].name == set) return found;
    }
    return {};
}

std::string lines_of(std::vector<std::string> const& lines) {
    std::string text;
    for (std::string const& line : lines) text += "  " + line + "\n";
    return text;
}

// Numbers, equations and places of a list, up to `most_rows`.
std::string list_text(ShowContext const& context, std::vector<EquationRef> const& refs) {
    std::string text;
    for (std::size_t i = 0; i < refs.size() && i < most_rows; ++i) {
        SetEquation const& equation = context.facts.equation(refs[i]);
        text += "  " + context.facts.equation_name(refs[i]) + ": " + equality_text(context, equation) +
                provenance_text(context, equation.provenance) + "\n";
    }
    if (refs.size() > most_rows) text += "  and " + std::to_string(refs.size() - most_rows) + " more\n";
    return text;
}

std::string_view form_text(EquationForm form, bool is_in_loop) {
    switch (form) {
        case EquationForm::assignment: return is_in_loop ? "computed from the iteration variables" : "computed";
        case EquationForm::residual: return "iterated";
        case EquationForm::instant: return "set when a condition becomes true";
    }
    return {};
}

std::string jacobian_text(ShowContext const& context, EquationSet const& set, std::size_t block) {
    std::uint32_t const first = set.block_starts[block];
    std::uint32_t const end = set.block_starts[block + 1];
    auto const begin = std::ranges::lower_bound(set.jacobian, first, {}, &JacobianEntry::row);
    std::string text;
    for (auto entry = begin; entry != set.jacobian.end() && entry->row < end; ++entry) {
        text += "  row " + std::to_string(entry->row - first + 1) + ", " +
                context.formulas.text(set.equations[entry->column].target) + ": " +
                context.formulas.text(entry->value) +
                (entry->kind == EntryKind::dependent ? "" : "  // " + std::string(name_of_value(entry->kind))) + "\n";
    }
    return text.empty() ? text : "Jacobian:\n" + text;
}

}  // namespace

std::string variable_line(ShowContext const& context, VarId variable) {
    std::string text =
        std::string(context.facts.name_of(variable)) + ", " + std::string(kind_name(context.facts.kind(variable)));
    std::string_view const description = context.text(context.document.variables[variable].description);
    if (!description.empty()) text += ": " + std::string(description);
    return text;
}

std::string equality_text(ShowContext const& context, SetEquation const& equation) {
    std::string const value = context.formulas.text(equation.value);
    return equation.form == EquationForm::residual ? "0 = " + value
                                                   : context.formulas.text(equation.target) + " = " + value;
}

std::string provenance_text(ShowContext const& context, Provenance const& provenance) {
    std::string const place = context.places.place_text(provenance.source);
    return "  // " + (place.empty() ? "" : place + ", ") + origin_text(provenance);
}

FoundVariable find_variable(ShowContext const& context, std::string_view name) {
    if (VarId const found = context.facts.find_variable(name)) return {found, {}};
    std::vector<std::string_view> names;
    for (VarId const id : context.document.variables.ids()) names.push_back(context.facts.name_of(id));
    std::string_view const nearest = nearest_word(name, names);
    return {{},
            "there is no variable `" + std::string(name) + "`" +
                (nearest.empty() ? "" : "; did you mean `" + std::string(nearest) + "`?")};
}

TextAnswer block_text(ShowContext& context, Explanations& explanations, std::string_view name) {
    std::optional<SetAndNumber> const found = parse_name(context.facts, name);
    if (!found || found->number >= context.facts.sets()[found->set].set->block_count()) {
        return {{}, "there is no block `" + std::string(name) + "`; write `7` for a block of Eq, or `iEq.7`"};
    }
    ShownSet const& set = context.facts.sets()[found->set];
    std::span<SetEquation const> const block = set.set->block(found->number);
    bool const is_solved = is_loop(block);
    std::string text = "block " + context.facts.block_name(found->set, found->number) + ", " +
                       std::string(block_kind(set, found->number)) + ", " + set.title + "\n";
    if (is_solved) text += explanations.loop_text(found->set, found->number) + "\n";
    for (std::size_t i = 0; i < block.size(); ++i) {
        EquationRef const ref{found->set, set.set->block_starts[found->number] + static_cast<std::uint32_t>(i)};
        text += "  " + context.facts.equation_name(ref) + ": " + equality_text(context, block[i]) +
                provenance_text(context, block[i].provenance) + "\n      " + context.formulas.text(block[i].target) +
                ": " + std::string(form_text(block[i].form, is_solved)) + "\n";
    }
    return {text + (is_solved ? jacobian_text(context, *set.set, found->number) : std::string()), {}};
}

TextAnswer equation_text(ShowContext& context, std::string_view name) {
    std::optional<SetAndNumber> const found = parse_name(context.facts, name);
    if (!found || found->number >= context.facts.sets()[found->set].set->equations.size()) {
        return {{}, "there is no equation `" + std::string(name) + "`; write `7` for an equation of Eq, or `iEq.7`"};
    }
    EquationRef const ref{found->set, found->number};
    SetEquation const& equation = context.facts.equation(ref);
    std::string text = "equation " + context.facts.equation_name(ref) + ", " + origin_text(equation.provenance) + "\n";
    std::string const place = context.places.place_text(equation.provenance.source);
    std::string const line = context.places.line_text(equation.provenance.source);
    if (!place.empty()) text += "  " + place + ": " + line + "\n";
    if (std::string_view const component = context.text(equation.provenance.instance); !component.empty()) {
        text += "  in " + std::string(component) + "\n";
    }
    if (std::vector<EquationStep> const* const steps = context.translation.steps(equation.provenance)) {
        bool is_first = true;
        for (EquationStep const& step : *steps) {
            text += "  " + (is_first ? "flat" : "after " + context.translation.passes[step.pass].pass) + ": " +
                    context.formulas.text(step.lhs) + " = " + context.formulas.text(step.rhs) + "\n";
            is_first = false;
        }
    }
    std::size_t const block = context.facts.block_of(ref);
    bool const is_in_loop = is_loop(context.facts.sets()[ref.set].set->block(block));
    text += "  sorted: " + equality_text(context, equation) + "\n  block " + context.facts.block_name(ref.set, block) +
            ": " + context.formulas.text(equation.target) + " is " + std::string(form_text(equation.form, is_in_loop)) +
            "\n  uses:\n";
    for (VarId const variable : context.facts.uses(equation.value))
        text += "    " + variable_line(context, variable) + "\n";
    return {text, {}};
}

TextAnswer uses_text(ShowContext& context, std::string_view name) {
    FoundVariable const found = find_variable(context, name);
    if (!found.variable) return {{}, found.problem};
    std::string text = variable_line(context, found.variable) + "\n";
    auto const [kept, is_negated] = context.facts.representative(found.variable);
    if (kept != found.variable) {
        text += "equations mention " + std::string(is_negated ? "the negative of " : "") +
                variable_line(context, kept) + "\n";
    }
    std::vector<std::string> aliases;
    for (VarId const alias : context.facts.aliases_of(kept)) {
        aliases.push_back((context.facts.alias(alias).is_negated ? "-" : "") +
                          std::string(context.facts.name_of(alias)));
    }
    if (!aliases.empty()) text += "equal to it:\n" + lines_of(aliases);
    text += "determined by:\n" + list_text(context, context.facts.defined_by(kept));
    return {text + "used by:\n" + list_text(context, context.facts.used_by(kept)), {}};
}

TextAnswer why_text(ShowContext& context, Explanations& explanations, std::string_view name) {
    FoundVariable const found = find_variable(context, name);
    if (!found.variable) return {{}, found.problem};
    std::string text = variable_line(context, found.variable) + "\n" + lines_of(explanations.why(found.variable));
    text += lines_of(explanations.how(found.variable));
    auto const [kept, is_negated] = context.facts.representative(found.variable);
    if (kept == found.variable) return {text, {}};
    return {text + variable_line(context, kept) + "\n" + lines_of(explanations.why(kept)) +
                lines_of(explanations.how(kept)),
            {}};
}

}  // namespace moo
