// Maximum matching: which equation determines which unknown.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "moo/structure/greedy_matching.h"
#include "moo/structure/incidence.h"

namespace moo {

inline constexpr std::uint32_t unmatched = no_index;

struct Matching {
    std::vector<std::uint32_t> column_of_row;  // `unmatched` where the row has none
    std::vector<std::uint32_t> row_of_column;
    std::uint32_t size = 0;
};

// A maximum matching. Earlier entries of a row are preferred, so a caller can put the better unknowns first.
[[nodiscard]] Matching match_maximum(Incidence const& incidence);

// A maximum matching that prefers entries of a low class, and then earlier entries: a matching over the entries of
// class 0 is extended to class 1, and so on. Rows that were matched over better classes stay matched, so each class
// covers as many rows as it can in addition to those of earlier classes.
[[nodiscard]] Matching match_maximum(Incidence const& incidence, std::span<std::uint8_t const> class_of_entry);

// Matches more and more rows of a graph that may grow meanwhile. Hopcroft and Karp, "An n^5/2 algorithm for maximum
// matchings in bipartite graphs", SIAM J. Comput. 2 (1973), with the changes that matching.cpp describes; O(E sqrt(V)).
//
// The cost of a search is that of the part explored, not the size of the graph. A matched row stays matched.
class Matcher {
public:
    // Keeps a reference to the graph. When the graph has grown, call grow().
    explicit Matcher(Incidence const& incidence);

    [[nodiscard]] Matching const& matching() const { return matching_; }
    [[nodiscard]] Matching take() { return std::move(matching_); }

    void grow();
    // Removes the column, and frees the row that is matched with it.
    void exclude_column(std::uint32_t column);
    // From now on, the first `count` entries of the row are visible; no fewer than before.
    void show_entries(std::uint32_t row, std::uint32_t count);
    // Both must be free.
    void pair(std::uint32_t row, std::uint32_t column);

    // Matches as many of these rows as possible.
    void augment_all(std::span<std::uint32_t const> rows);
    // The free rows that the last augment_all left, first in the list, and all rows that these reach. If there are any,
    // they have fewer columns than rows.
    [[nodiscard]] std::span<std::uint32_t const> surplus_rows() const { return queue_; }

    // Matches one more row, if there is a path. Trying rows in the order of their priority gives the matching
    // that prefers the earlier ones.
    bool augment(std::uint32_t row);

private:
    struct Step {
        std::uint32_t row;
        std::uint32_t column;
    };

    [[nodiscard]] std::uint32_t take_free_column(std::uint32_t row);
    bool find_shortest();
    bool follow_layers(std::uint32_t start);
    bool search(std::uint32_t start);
    void flip_path();
    void drop_matched();

    Incidence const& incidence_;
    Matching matching_;
    GreedyMatching greedy_;
    std::vector<bool> is_excluded_;
    std::vector<std::uint32_t> shown_;        // number of visible entries of each row
    std::vector<std::uint32_t> first_free_;   // entries before this one are matched or excluded, and stay so
    std::vector<std::uint32_t> next_entry_;   // of the search under way
    std::vector<std::uint32_t> layer_;        // valid if layered_in_ is the current search
    std::vector<std::uint32_t> layered_in_;   // number of the breadth-first search that reached the row
    std::vector<std::uint32_t> visited_in_;   // number of the depth-first search that reached the row
    std::vector<std::uint32_t> dead_end_in_;  // number of the graph in which the row is known to be a dead end
    std::uint32_t search_number_ = 0;
    std::uint32_t graph_number_ = 1;
    std::vector<std::uint32_t> free_rows_;
    std::vector<std::uint32_t> queue_;
    std::vector<Step> path_;
    std::vector<std::uint32_t> seen_;  // rows of the depth-first search under way
};

}  // namespace moo
