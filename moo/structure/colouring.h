// Groups the columns of a Jacobian that can share one difference quotient.
#pragma once

#include <cstdint>
#include <vector>

#include "moo/structure/incidence.h"

namespace moo {

struct ColumnColouring {
    std::vector<std::uint32_t> colour_of_column;
    Incidence columns_of_colour;  // a row for each colour

    [[nodiscard]] std::uint32_t colour_count() const { return columns_of_colour.row_count(); }
};

struct ColouringOptions {
    // Longer rows are not searched for each of their columns.
    std::uint32_t longest_searched_row = 500;
};

// Curtis, Powell and Reid, "On the estimation of sparse Jacobian matrices", J. Inst. Math. Appl. 13 (1974): if no row
// has entries in two columns of a group, J*d with d = the sum of their unit vectors holds all their entries. Greedy
// colouring, largest first (Coleman and Moré, SIAM J. Numer. Anal. 20, 1983); O(sum over rows of length^2).
[[nodiscard]] ColumnColouring colour_columns(Incidence const& pattern, ColouringOptions const& options = {});

}  // namespace moo
