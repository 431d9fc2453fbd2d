#include "moo/structure/matching.h"

#include <catch2/catch.hpp>
#include <random>

namespace {

using moo::Incidence;
using moo::Matching;
using Rows = std::vector<std::vector<std::uint32_t>>;

Incidence make_incidence(std::uint32_t columns, Rows const& rows) {
    Incidence incidence(columns);
    for (auto const& row : rows) incidence.add_row(row);
    return incidence;
}

// Every pair is an entry of the graph and the two directions agree.
void check_valid(Incidence const& incidence, Matching const& matching) {
    std::uint32_t pairs = 0;
    for (std::uint32_t row = 0; row < incidence.row_count(); ++row) {
        std::uint32_t const column = matching.column_of_row[row];
        if (column == moo::unmatched) continue;
        ++pairs;
        auto const columns = incidence.row(row);
        REQUIRE(std::find(columns.begin(), columns.end(), column) != columns.end());
        REQUIRE(matching.row_of_column[column] == row);
    }
    REQUIRE(pairs == matching.size);
}

// Size of a maximum matching by trying every choice.
std::uint32_t exhaustive_size(Rows const& rows, std::size_t row, std::uint32_t used) {
    if (row == rows.size()) return 0;
    std::uint32_t best = exhaustive_size(rows, row + 1, used);
    for (std::uint32_t const column : rows[row]) {
        if ((used >> column & 1u) == 0) best = std::max(best, 1 + exhaustive_size(rows, row + 1, used | 1u << column));
    }
    return best;
}

}  // namespace

TEST_CASE("an augmenting path corrects the greedy choice") {
    Incidence const incidence = make_incidence(2, {{0, 1}, {0}});
    Matching const matching = moo::match_maximum(incidence);
    check_valid(incidence, matching);
    CHECK(matching.size == 2);
    CHECK(matching.column_of_row[0] == 1);
}

TEST_CASE("a singular system leaves rows and columns unmatched") {
    Incidence const incidence = make_incidence(3, {{0}, {0}, {0, 1}});
    Matching const matching = moo::match_maximum(incidence);
    check_valid(incidence, matching);
    CHECK(matching.size == 2);
    CHECK(matching.row_of_column[2] == moo::unmatched);
}

TEST_CASE("the matching is maximum on random graphs") {
    std::mt19937 random(7);
    for (int trial = 0; trial < 500; ++trial) {
        std::uint32_t const columns = 1 + static_cast<std::uint32_t>(random() % 7);
        Rows rows(1 + random() % 7);
        for (auto& row : rows) {
            for (std::uint32_t column = 0; column < columns; ++column) {
                if (random() % 3 == 0) row.push_back(column);
            }
        }
        Incidence const incidence = make_incidence(columns, rows);
        Matching const matching = moo::match_maximum(incidence);
        check_valid(incidence, matching);
        REQUIRE(matching.size == exhaustive_size(rows, 0, 0));
    }
}

TEST_CASE("a chain of a million rows needs one path through all of them") {
    // Row i holds columns i and i + 1; greedy takes column i, the last row forces the whole chain to shift.
    std::uint32_t const count = 1'000'000;
    Incidence incidence(count);
    for (std::uint32_t row = 0; row + 1 < count; ++row) incidence.add_row(std::array{row, row + 1});
    incidence.add_row(std::array{0u});
    CHECK(moo::match_maximum(incidence).size == count);
}

TEST_CASE("extending row by row prefers the earlier rows and loses none") {
    std::mt19937 random(13);
    for (int trial = 0; trial < 300; ++trial) {
        std::uint32_t const columns = 1 + static_cast<std::uint32_t>(random() % 6);
        Rows rows(1 + random() % 8);
        for (auto& row : rows) {
            for (std::uint32_t column = 0; column < columns; ++column) {
                if (random() % 3 == 0) row.push_back(column);
            }
        }
        Incidence const incidence = make_incidence(columns, rows);
        Matching matching;
        matching.column_of_row.assign(rows.size(), moo::unmatched);
        matching.row_of_column.assign(columns, moo::unmatched);
        for (std::uint32_t row = 0; row < rows.size(); ++row) {
            extend_matching(incidence, matching, row);
            Rows const so_far(rows.begin(), rows.begin() + row + 1);
            REQUIRE(matching.size == exhaustive_size(so_far, 0, 0));
        }
        check_valid(incidence, matching);
    }
}
