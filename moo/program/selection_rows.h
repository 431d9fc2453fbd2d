// Finds the equations of a document that define the states of its state sets.
#pragma once

#include <optional>

#include "moo/model/document.h"

namespace moo {

struct SelectionRow {
    std::uint32_t set = 0;    // among the document's state sets
    std::uint32_t state = 0;  // among those of the set
};

// Nullopt unless the residual is `state - (selection*candidate + …)` over all candidates of the set.
[[nodiscard]] std::optional<SelectionRow> find_selection_row(Document const& document, ExprId residual);

}  // namespace moo
