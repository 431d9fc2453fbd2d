// How one variable depends on another, as text.
#include <deque>
#include <optional>

#include "backends/show/text_parts.h"

namespace moo {

namespace {

// The shortest chain of equations of one set that leads from a variable to what it is computed from. In a loop, every
// target depends on all that its equations mention.
class PathSearch {
public:
    PathSearch(ShowContext& context, std::uint32_t set)
        : context_(context), set_(set), before_(context.document.variables.size()) {}

    // Whether there is a chain.
    bool run(VarId from, VarId to) {
        std::deque<VarId> open = {from};
        before_[from].is_reached = true;
        while (!open.empty() && !before_[to].is_reached) {
            VarId const variable = open.front();
            open.pop_front();
            expand(variable, open);
        }
        return before_[to].is_reached && from != to;
    }

    [[nodiscard]] std::string text(VarId from, VarId to) const {
        std::vector<VarId> chain = {to};
        while (chain.back() != from) chain.push_back(before_[chain.back()].variable);
        std::string text;
        for (std::size_t i = chain.size(); i-- > 1;) {
            EquationRef const ref{set_, before_[chain[i - 1]].row};
            SetEquation const& equation = context_.facts.equation(ref);
            text += "  " + std::string(context_.facts.name_of(chain[i])) + " depends on " +
                    std::string(context_.facts.name_of(chain[i - 1])) + " through " + context_.facts.equation_name(ref);
            std::size_t const block = context_.facts.block_of(ref);
            std::size_t const size = context_.facts.sets()[set_].set->block(block).size();
            if (size > 1) text += " in the loop of block " + context_.facts.block_name(set_, block);
            text +=
                ":\n      " + equality_text(context_, equation) + provenance_text(context_, equation.provenance) + "\n";
        }
        return text + "  " + variable_line(context_, to) + "\n";
    }

private:
    struct Step {
        VarId variable;         // what led here
        std::uint32_t row = 0;  // of the equation that did
        bool is_reached = false;
    };

    void expand(VarId variable, std::deque<VarId>& open) {
        for (EquationRef const ref : context_.facts.defined_by(variable)) {
            if (ref.set != set_) continue;
            std::size_t const block = context_.facts.block_of(ref);
            std::uint32_t row = context_.facts.sets()[set_].set->block_starts[block];
            for (SetEquation const& equation : context_.facts.sets()[set_].set->block(block)) {
                for (VarId const used : context_.facts.uses(equation.value)) {
                    if (before_[used].is_reached) continue;
                    before_[used] = {variable, row, true};
                    open.push_back(used);
                }
                ++row;
            }
        }
    }

    ShowContext& context_;
    std::uint32_t set_;
    Store<VarId, Step> before_;
};

}  // namespace

TextAnswer path_text(ShowContext& context, std::string_view from, std::string_view to) {
    FoundVariable const first = find_variable(context, from);
    if (!first.variable) return {{}, first.problem};
    FoundVariable const last = find_variable(context, to);
    if (!last.variable) return {{}, last.problem};
    VarId const start = context.facts.representative(first.variable).variable;
    VarId const end = context.facts.representative(last.variable).variable;
    std::string text;
    for (VarId const asked : {first.variable, last.variable}) {
        VarId const kept = context.facts.representative(asked).variable;
        if (kept == asked) continue;
        text += std::string(context.facts.name_of(asked)) + " is an alias of " +
                std::string(context.facts.name_of(kept)) + "\n";
    }
    for (std::uint32_t set = 0; set < context.facts.sets().size(); ++set) {
        PathSearch search(context, set);
        if (!search.run(start, end)) continue;
        return {text + context.facts.sets()[set].title + ":\n" + search.text(start, end), {}};
    }
    return {text + std::string(context.facts.name_of(start)) + " does not depend on " +
                std::string(context.facts.name_of(end)) + " in any set\n",
            {}};
}

}  // namespace moo
