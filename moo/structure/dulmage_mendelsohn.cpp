// What is wrong with a system that cannot be solved?
//
// A model with one equation too many has thousands of equations, and any of hundreds may be the one that should go.
// "99,999 of 100,000 equations could be matched" helps nobody. A user wants to see a few equations that contradict each
// other, and a few variables of which one is missing an equation.
//
// Take a maximum matching. An alternating path leads from a row to any of its columns, and from a column to the row
// that is matched with it. Dulmage and Mendelsohn (1958) showed that what alternating paths reach from the free rows is
// the over-determined part, what they reach backwards from the free columns is the under-determined part, and that the
// rest is square and fine. These parts are the same for every maximum matching, so they belong to the model and not to
// the accident of which one was found.
//
// The over-determined part can still be large when a model has several mistakes. So we look at one free row at a time.
// The rows that are reached from it have one column less than there are rows, and without any one of these rows the
// others can be matched. In terms of matroids they are the circuit of the free row. This is the smallest set that a
// message can name without guessing which equation the user regrets. Free columns are treated alike, with the roles
// exchanged.
//
// `minimal_conflict` takes the smallest of these sets over the first hundred free rows. Every set may contain most of
// the system, so that looking at all of them could take quadratic time.

#include "moo/structure/dulmage_mendelsohn.h"

#include <algorithm>

namespace moo {

namespace {

// Follows alternating paths from the rows in `rows`, which are marked. Appends what is reached.
void reach(Incidence const& incidence, std::span<std::uint32_t const> row_of_column, std::vector<bool>& row_is_reached,
           std::vector<bool>& column_is_reached, Conflict& found) {
    for (std::size_t head = 0; head < found.rows.size(); ++head) {
        for (std::uint32_t const column : incidence.row(found.rows[head])) {
            if (column_is_reached[column]) continue;
            column_is_reached[column] = true;
            found.columns.push_back(column);
            std::uint32_t const owner = row_of_column[column];
            if (owner == unmatched || row_is_reached[owner]) continue;
            row_is_reached[owner] = true;
            found.rows.push_back(owner);
        }
    }
}

// Everything that the free rows reach.
Conflict surplus(Incidence const& incidence, std::span<std::uint32_t const> column_of_row,
                 std::span<std::uint32_t const> row_of_column) {
    std::vector<bool> row_is_reached(incidence.row_count());
    std::vector<bool> column_is_reached(incidence.column_count());
    Conflict found;
    for (std::uint32_t row = 0; row < incidence.row_count(); ++row) {
        if (column_of_row[row] != unmatched) continue;
        row_is_reached[row] = true;
        found.rows.push_back(row);
    }
    reach(incidence, row_of_column, row_is_reached, column_is_reached, found);
    return found;
}

Conflict around(Incidence const& incidence, std::span<std::uint32_t const> row_of_column, std::uint32_t start,
                std::vector<bool>& row_is_reached, std::vector<bool>& column_is_reached) {
    Conflict found{{start}, {}};
    row_is_reached[start] = true;
    reach(incidence, row_of_column, row_is_reached, column_is_reached, found);
    for (std::uint32_t const row : found.rows) row_is_reached[row] = false;
    for (std::uint32_t const column : found.columns) column_is_reached[column] = false;
    std::sort(found.rows.begin(), found.rows.end());
    std::sort(found.columns.begin(), found.columns.end());
    return found;
}

}  // namespace

DulmageMendelsohn decompose(Incidence const& incidence, Matching const& maximum) {
    DulmageMendelsohn result;
    result.row_part.assign(incidence.row_count(), Determinacy::well);
    result.column_part.assign(incidence.column_count(), Determinacy::well);
    Conflict const over = surplus(incidence, maximum.column_of_row, maximum.row_of_column);
    for (std::uint32_t const row : over.rows) result.row_part[row] = Determinacy::over;
    for (std::uint32_t const column : over.columns) result.column_part[column] = Determinacy::over;
    Conflict const under = surplus(transpose(incidence), maximum.row_of_column, maximum.column_of_row);
    for (std::uint32_t const column : under.rows) result.column_part[column] = Determinacy::under;
    for (std::uint32_t const row : under.columns) result.row_part[row] = Determinacy::under;

    Matching well;
    well.column_of_row.assign(incidence.row_count(), unmatched);
    well.row_of_column.assign(incidence.column_count(), unmatched);
    for (std::uint32_t row = 0; row < incidence.row_count(); ++row) {
        if (result.row_part[row] != Determinacy::well) continue;
        well.column_of_row[row] = maximum.column_of_row[row];
        well.row_of_column[maximum.column_of_row[row]] = row;
        ++well.size;
    }
    result.blocks = order_blocks(incidence, well);
    return result;
}

ConflictSearch::ConflictSearch(Incidence const& incidence, Matching const& maximum)
    : incidence_(incidence),
      transposed_(transpose(incidence)),
      matching_(maximum),
      row_is_reached_(incidence.row_count()),
      column_is_reached_(incidence.column_count()) {}

Conflict ConflictSearch::around_row(std::uint32_t free_row) {
    return around(incidence_, matching_.row_of_column, free_row, row_is_reached_, column_is_reached_);
}

Conflict ConflictSearch::around_column(std::uint32_t free_column) {
    Conflict found = around(transposed_, matching_.column_of_row, free_column, column_is_reached_, row_is_reached_);
    std::swap(found.rows, found.columns);
    return found;
}

Conflict minimal_conflict(Incidence const& incidence, Matching const& maximum, std::uint32_t most) {
    ConflictSearch search(incidence, maximum);
    Conflict smallest;
    for (std::uint32_t row = 0; row < incidence.row_count() && most > 0; ++row) {
        if (maximum.column_of_row[row] != unmatched) continue;
        --most;
        Conflict found = search.around_row(row);
        if (smallest.rows.empty() || found.rows.size() < smallest.rows.size()) smallest = std::move(found);
    }
    return smallest;
}

}  // namespace moo
