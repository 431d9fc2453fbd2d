// Maximum matching: which equation determines which unknown.
#pragma once

#include <cstdint>
#include <vector>

#include "moo/structure/incidence.h"

namespace moo {

inline constexpr std::uint32_t unmatched = 0xffffffffu;

struct Matching {
    std::vector<std::uint32_t> column_of_row;  // `unmatched` where the row has none
    std::vector<std::uint32_t> row_of_column;
    std::uint32_t size = 0;
};

// Hopcroft and Karp, "An n^5/2 algorithm for maximum matchings in bipartite graphs", SIAM J. Comput. 2
// (1973): phases of breadth-first layering and depth-first search for disjoint shortest augmenting paths,
// O(E sqrt(V)). A greedy pass first finds nearly all pairs of a typical model. Entries that stand early in
// a row are preferred, so a caller can put the better unknowns first.
[[nodiscard]] Matching match_maximum(Incidence const& incidence);

// Tries to match one more row by an augmenting path; rows that are matched stay so. False if there is none. Trying
// rows in the order of their priority gives the matching that prefers the earlier ones.
bool extend_matching(Incidence const& incidence, Matching& matching, std::uint32_t row);

}  // namespace moo
