// Block lower triangular form: the order in which equations can be solved.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "moo/structure/incidence.h"
#include "moo/structure/matching.h"

namespace moo {

// Blocks of rows; each block needs only columns that are matched to its own rows or to earlier ones.
struct BlockOrder {
    std::vector<std::uint32_t> rows;
    std::vector<std::uint32_t> starts = {0};

    [[nodiscard]] std::size_t block_count() const { return starts.size() - 1; }
    [[nodiscard]] std::span<std::uint32_t const> block(std::size_t index) const {
        return std::span(rows).subspan(starts[index], starts[index + 1] - starts[index]);
    }
};

// Tarjan, "Depth-first search and linear graph algorithms", SIAM J. Comput. 1 (1972), as Duff and Reid use it
// (Algorithm 529, ACM TOMS 4, 1978): strongly connected components of the graph row → row that determines a column of
// it. Rows without a column are left out, and columns without a row are taken as known, so the graph may be rectangular
// and the matching partial.
//
// Rows are visited in the order of the columns that they determine, by priority and then by number: the blocks that the
// columns up to any priority need come first.
[[nodiscard]] BlockOrder order_blocks(Incidence const& incidence, Matching const& matching,
                                      std::span<std::uint32_t const> priority_of_column = {});

}  // namespace moo
