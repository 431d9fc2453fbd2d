// Which values depend on which, through assignments and solved blocks.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "moo/structure/blt.h"
#include "moo/structure/incidence.h"
#include "moo/structure/matching.h"

namespace moo {

// The pattern of a matrix product, if nothing cancels: row i of the result has the columns of all rows k of b
// with an entry (i, k) in a. Columns ascending.
[[nodiscard]] Incidence product(Incidence const& a, Incidence const& b);

struct NeededOptions {
    // A set with more columns than this becomes "all": no sparse method gains by such a row.
    std::uint32_t largest_set = 2000;
    // Columns in the sets that are in use at one time; a set that would exceed it becomes "all".
    std::size_t most_in_use = 50'000'000;
    // Columns without a row are tracked only if they are from first_column to end_column.
    std::uint32_t first_column = 0;
    std::uint32_t end_column = no_index;
};

// Levels that say how entries of a graph enter. Only the caller knows their meaning; on the way from column to column
// the largest one counts.
struct EntryLevels {
    std::vector<std::uint8_t> entries;  // in the order of the entries
    std::vector<std::uint8_t> blocks;   // the least level of everything that passes through a block
};

struct NeededColumns {
    Incidence pattern;                 // a row for each wanted column, ascending; empty if `is_all`
    std::vector<bool> is_all;          // for each wanted column, whether it has to be assumed to depend on everything
    std::vector<std::uint8_t> levels;  // of each entry of the pattern; empty if none are given
};

// The columns without a row (states, inputs) that each wanted column depends on, by way of all blocks between
// them. Each unknown of a block depends on all that any row of the block needs. The pattern of d(derivatives)/d(states)
// in terms of the graph that was matched and sorted.
//
// Sets are passed from block to block in solving order: every block unites those it needs, and a set is freed after the
// last block that needs it. Blocks that no wanted column needs are not visited. At most `largest_set` steps for each
// entry.
[[nodiscard]] NeededColumns needed_columns(Incidence const& incidence, Matching const& matching,
                                           BlockOrder const& blocks, std::span<std::uint32_t const> wanted,
                                           NeededOptions const& options = {}, EntryLevels const& levels = {});

}  // namespace moo
