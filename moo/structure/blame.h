// Chooses which rows and columns a maximum matching leaves free.
#pragma once

#include <span>

#include "moo/structure/matching.h"

namespace moo {

// A maximum matching that covers the earlier rows of the list if it cannot cover all, so that the last ones are left:
// no other choice leaves rows that come later. The rows that a matching can cover form a transversal matroid, for which
// the greedy choice is best.
[[nodiscard]] Matching match_rows_in_order(Incidence const& incidence, std::span<std::uint32_t const> rows);
// The same for columns.
[[nodiscard]] Matching match_columns_in_order(Incidence const& incidence, std::span<std::uint32_t const> columns);

}  // namespace moo
