// Which equations of a document say what the states of its state sets stand for.
#pragma once

#include <optional>

#include "moo/model/document.h"

namespace moo {

struct SelectionRow {
    std::uint32_t set = 0;    // among the document's state sets
    std::uint32_t state = 0;  // among those of the set
};

// None unless the residual is `state - (selection*candidate + …)`, with all candidates of the set.
[[nodiscard]] std::optional<SelectionRow> find_selection_row(Document const& document, ExprId residual);

}  // namespace moo
