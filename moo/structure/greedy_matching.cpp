// A matching that needs little correction.
//
// Searching for augmenting paths is expensive where it happens often, so it pays to begin with a matching that is
// nearly right. Taking the first free column for each row is not good enough: rows in the order of a model, or in
// random order, block each other, and on a grid one row in a hundred is left over.
//
// Some choices cannot be wrong. If a row has only one free column left, it may as well take it, because no other column
// will become free. The same holds for a column that only one free row still contains. Karp and Sipser (1981) make
// these choices first, and as long as there are any, the result can be extended to a maximum matching. On a tree
// nothing else is needed. Only when there is no such row or column do we have to guess.
//
// Their paper guesses at random. We take the row with the fewest free columns, give it the column that the fewest rows
// want, and prefer, among equals, the row that has changed last. So one guess is followed by the choices that it
// forces, in its neighbourhood, before the next guess is made. Guesses spread from one place, instead of starting in
// many places whose parts do not fit where they meet.
//
// Rows are kept in lists by the number of their free columns, and a row is added to the next list whenever that number
// falls. Entries that are out of date are skipped when they come up, which is cheaper than removing them. All this is
// linear in the entries of the rows to be matched.
//
// On a grid in random order this leaves nothing to correct.

#include "moo/structure/greedy_matching.h"

#include <algorithm>

#include "moo/structure/matching.h"

namespace moo {

struct GreedyMatching::Problem {
    Incidence const& incidence;
    std::span<std::uint32_t const> shown;
    std::vector<bool> const& is_excluded;
    Matching& matching;

    [[nodiscard]] std::span<std::uint32_t const> row(std::uint32_t row) const {
        return incidence.row(row).first(shown[row]);
    }
};

void GreedyMatching::run(Incidence const& incidence, std::span<std::uint32_t const> shown,
                         std::vector<bool> const& is_excluded, std::span<std::uint32_t const> rows,
                         Matching& matching) {
    Problem const problem{incidence, shown, is_excluded, matching};
    count_entries(problem, rows);
    list_rows_of_columns(problem);
    // The lists are stacks, so insert in reverse order.
    for (std::size_t i = free_rows_.size(); i-- > 0;) queue_row(free_rows_[i]);
    for (std::size_t i = occurring_.size(); i-- > 0;) {
        if (columns_[occurring_[i]].degree == 1) single_columns_.push_back(occurring_[i]);
    }
    pair_single_ones(problem);
    while (lowest_degree_ < rows_by_degree_.size()) {
        auto& candidates = rows_by_degree_[lowest_degree_];
        if (candidates.empty()) {
            ++lowest_degree_;
            continue;
        }
        std::uint32_t const row = candidates.back();
        candidates.pop_back();
        if (row_degree_[row] != lowest_degree_) continue;
        std::uint32_t best = unmatched;
        for (std::uint32_t const column : problem.row(row)) {
            std::uint32_t const degree = columns_[column].degree;
            if (degree > 0 && (best == unmatched || degree < columns_[best].degree)) best = column;
        }
        pair(problem, row, best);
        pair_single_ones(problem);
    }
    for (std::uint32_t const column : occurring_) columns_[column].degree = 0;
}

void GreedyMatching::count_entries(Problem const& problem, std::span<std::uint32_t const> rows) {
    row_degree_.resize(problem.incidence.row_count());
    columns_.resize(problem.incidence.column_count());
    free_rows_.clear();
    occurring_.clear();
    for (std::uint32_t const row : rows) {
        if (problem.matching.column_of_row[row] != unmatched) continue;
        free_rows_.push_back(row);
        row_degree_[row] = 0;
        for (std::uint32_t const column : problem.row(row)) {
            if (problem.matching.row_of_column[column] != unmatched || problem.is_excluded[column]) continue;
            ++row_degree_[row];
            if (columns_[column].degree++ == 0) occurring_.push_back(column);
        }
    }
}

void GreedyMatching::list_rows_of_columns(Problem const& problem) {
    std::uint32_t begin = 0;
    for (std::uint32_t const column : occurring_) {
        columns_[column].begin = columns_[column].end = begin;
        begin += columns_[column].degree;
    }
    rows_of_columns_.resize(begin);
    for (std::uint32_t const row : free_rows_) {
        for (std::uint32_t const column : problem.row(row)) {
            if (columns_[column].degree > 0) rows_of_columns_[columns_[column].end++] = row;
        }
    }
}

void GreedyMatching::queue_row(std::uint32_t row) {
    std::uint32_t const degree = row_degree_[row];
    if (degree == 1) single_rows_.push_back(row);
    if (degree < 2) return;
    if (degree >= rows_by_degree_.size()) rows_by_degree_.resize(degree + 1);
    rows_by_degree_[degree].push_back(row);
    lowest_degree_ = std::min<std::size_t>(lowest_degree_, degree);
}

void GreedyMatching::pair(Problem const& problem, std::uint32_t row, std::uint32_t column) {
    problem.matching.column_of_row[row] = column;
    problem.matching.row_of_column[column] = row;
    ++problem.matching.size;
    row_degree_[row] = 0;
    columns_[column].degree = 0;
    for (std::uint32_t i = columns_[column].begin; i < columns_[column].end; ++i) {
        std::uint32_t const other = rows_of_columns_[i];
        if (row_degree_[other] == 0) continue;
        --row_degree_[other];
        queue_row(other);
    }
    for (std::uint32_t const other : problem.row(row)) {
        if (columns_[other].degree > 0 && --columns_[other].degree == 1) single_columns_.push_back(other);
    }
}

void GreedyMatching::pair_single_ones(Problem const& problem) {
    while (true) {
        if (!single_rows_.empty()) {
            std::uint32_t const row = single_rows_.back();
            single_rows_.pop_back();
            if (row_degree_[row] == 0) continue;
            auto const columns = problem.row(row);
            pair(problem, row, *std::find_if(columns.begin(), columns.end(), [&](std::uint32_t column) {
                     return columns_[column].degree > 0;
                 }));
        } else if (!single_columns_.empty()) {
            std::uint32_t const column = single_columns_.back();
            single_columns_.pop_back();
            if (columns_[column].degree == 0) continue;
            std::uint32_t const* wanted_by = &rows_of_columns_[columns_[column].begin];
            while (row_degree_[*wanted_by] == 0) ++wanted_by;
            pair(problem, *wanted_by, column);
        } else {
            return;
        }
    }
}

}  // namespace moo
