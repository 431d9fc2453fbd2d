// The facts about a whole model that overviews show.
#pragma once

#include <string>
#include <vector>

#include "backends/show/show_context.h"

namespace moo {

// 0 if nothing but derivatives is unknown between events, else 1 plus how often the most differentiated equation was
// differentiated.
[[nodiscard]] std::uint32_t structural_index(ModelFacts const& facts);

struct LoopRow {
    std::uint32_t set = 0;
    std::size_t block = 0;
    std::size_t equations = 0;
    std::size_t iteration = 0;  // how many of them are left after tearing
};
// Loops of all sets, largest first.
[[nodiscard]] std::vector<LoopRow> list_loops(ModelFacts const& facts);

// What a tool has added to the initialization.
struct Assumption {
    EquationRef equation;
    VarId variable;
    std::string text;
};
[[nodiscard]] std::vector<Assumption> list_assumptions(ShowContext const& context);

}  // namespace moo
