// Finds a large matching quickly, as a starting point.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "moo/structure/incidence.h"

namespace moo {

struct Matching;

// Karp and Sipser, "Maximum matching in sparse random graphs", FOCS 1981: choices that cannot be wrong come first, then
// guesses, each followed by the choices that it forces. Linear in the entries of the rows that are to be matched.
class GreedyMatching {
public:
    // Matches free rows among `rows` with free columns over the first shown[row] entries of each.
    void run(Incidence const& incidence, std::span<std::uint32_t const> shown, std::vector<bool> const& is_excluded,
             std::span<std::uint32_t const> rows, Matching& matching);

private:
    // The rows that want it are rows_of_columns_[begin, end). All data that a step needs is in one place in memory.
    struct Column {
        std::uint32_t degree = 0;  // free rows that want it; zero once it is taken
        std::uint32_t begin = 0;
        std::uint32_t end = 0;
    };
    struct Problem;

    void count_entries(Problem const& problem, std::span<std::uint32_t const> rows);
    void list_rows_of_columns(Problem const& problem);
    void queue_row(std::uint32_t row);
    void pair(Problem const& problem, std::uint32_t row, std::uint32_t column);
    void pair_single_ones(Problem const& problem);

    std::vector<std::uint32_t> free_rows_;
    std::vector<std::uint32_t> row_degree_;  // free columns that a free row wants; zero once it is matched
    std::vector<std::uint32_t> occurring_;   // columns that occur in free rows
    std::vector<Column> columns_;
    std::vector<std::uint32_t> rows_of_columns_;
    std::vector<std::uint32_t> single_rows_;
    std::vector<std::uint32_t> single_columns_;
    std::vector<std::vector<std::uint32_t>> rows_by_degree_;  // a row is in each list that it has passed through
    std::size_t lowest_degree_ = 2;
};

}  // namespace moo
