// Small graphs for the tests of moo/structure, and what can be found out about them by trying everything.
#pragma once

#include <algorithm>
#include <cstdint>
#include <random>
#include <vector>

#include "moo/structure/incidence.h"

namespace moo::test {

using Rows = std::vector<std::vector<std::uint32_t>>;

inline Incidence make_incidence(std::uint32_t columns, Rows const& rows) {
    Incidence incidence(columns);
    for (auto const& row : rows) incidence.add_row(row);
    return incidence;
}

inline std::uint32_t below(std::mt19937& random, std::uint32_t limit) {
    return static_cast<std::uint32_t>(random() % limit);
}

// Every entry is there with a probability of 1 in `sparseness`.
inline Rows random_rows(std::mt19937& random, std::uint32_t row_count, std::uint32_t columns,
                        std::uint32_t sparseness) {
    Rows rows(row_count);
    for (auto& row : rows) {
        for (std::uint32_t column = 0; column < columns; ++column) {
            if (below(random, sparseness) == 0) row.push_back(column);
        }
        std::shuffle(row.begin(), row.end(), random);
    }
    return rows;
}

// A square system that can be solved: each row has one entry of a random permutation and up to `extra` others.
inline Rows random_regular_rows(std::mt19937& random, std::uint32_t count, std::uint32_t extra) {
    std::vector<std::uint32_t> permutation(count);
    for (std::uint32_t i = 0; i < count; ++i) permutation[i] = i;
    std::shuffle(permutation.begin(), permutation.end(), random);
    Rows rows(count);
    for (std::uint32_t row = 0; row < count; ++row) {
        rows[row] = {permutation[row]};
        for (std::uint32_t i = 0; i < extra; ++i) {
            std::uint32_t const column = below(random, count);
            if (std::find(rows[row].begin(), rows[row].end(), column) == rows[row].end()) rows[row].push_back(column);
        }
        std::shuffle(rows[row].begin(), rows[row].end(), random);
    }
    return rows;
}

inline bool contains(std::vector<std::uint32_t> const& items, std::uint32_t item) {
    return std::find(items.begin(), items.end(), item) != items.end();
}

// Size of a maximum matching by trying every choice.
inline std::uint32_t exhaustive_size(Rows const& rows, std::size_t row = 0, std::uint32_t used = 0) {
    if (row == rows.size()) return 0;
    std::uint32_t best = exhaustive_size(rows, row + 1, used);
    for (std::uint32_t const column : rows[row]) {
        if ((used >> column & 1u) == 0) best = std::max(best, 1 + exhaustive_size(rows, row + 1, used | 1u << column));
    }
    return best;
}

}  // namespace moo::test
