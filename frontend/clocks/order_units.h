// The order in which the parts of a partition are evaluated at a tick. Integers only.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace moo {

// Groups in an order that respects every edge {before, after}; if there are several such orders, the one with the
// smallest numbers first; none if the edges form a cycle.
[[nodiscard]] std::optional<std::vector<std::uint32_t>> order_groups(
    std::uint32_t group_count, std::vector<std::pair<std::uint32_t, std::uint32_t>> const& edges);

// An equation or algorithm of a group. Columns are variables.
struct GroupUnit {
    std::uint32_t group = 0;
    std::uint32_t size = 1;            // scalar equations
    std::vector<std::uint32_t> own;    // columns that belong to its group
    std::vector<std::uint32_t> reads;  // columns of other groups
};

struct GroupPiece {
    std::uint32_t group = 0;
    std::vector<std::uint32_t> units;  // ascending
};

struct SplitResult {
    std::vector<GroupPiece> pieces;
    // What went wrong, if there are no pieces: units of different groups that need each other at the same tick, or,
    // if both are the same, a unit that determines nothing.
    std::uint32_t unit = 0;
    std::uint32_t other = 0;
};

// For groups that depend on each other in a cycle although their equations do not: splits groups into pieces so that
// each piece reads only from earlier ones. Matches equations and variables to see what depends on what.
[[nodiscard]] SplitResult split_groups(std::vector<std::uint32_t> const& column_sizes,
                                       std::vector<GroupUnit> const& units);

}  // namespace moo
