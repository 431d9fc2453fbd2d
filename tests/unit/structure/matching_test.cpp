#include "moo/structure/matching.h"

#include <catch2/catch.hpp>

#include "tests/unit/structure/random_graph.h"

namespace {

using namespace moo::test;
using moo::Incidence;
using moo::Matcher;
using moo::Matching;

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
    auto const free_columns = std::count(matching.row_of_column.begin(), matching.row_of_column.end(), moo::unmatched);
    REQUIRE(pairs == matching.size);
    REQUIRE(pairs + static_cast<std::uint32_t>(free_columns) == incidence.column_count());
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
    for (int trial = 0; trial < 5000; ++trial) {
        std::uint32_t const columns = 1 + below(random, 8);
        Rows const rows = random_rows(random, 1 + below(random, 8), columns, 2 + below(random, 3));
        Incidence const incidence = make_incidence(columns, rows);
        Matching const matching = moo::match_maximum(incidence);
        check_valid(incidence, matching);
        REQUIRE(matching.size == exhaustive_size(rows));
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

TEST_CASE("entries of a better class are preferred as far as they go") {
    // The second row needs column 0, so the first one has to take its worse entry.
    Incidence const incidence = make_incidence(2, {{1, 0}, {0}});
    CHECK(moo::match_maximum(incidence, std::array<std::uint8_t, 3>{1, 0, 0}).column_of_row[0] == 1);
    Incidence const free = make_incidence(3, {{1, 0}, {2}});
    CHECK(moo::match_maximum(free, std::array<std::uint8_t, 3>{1, 0, 0}).column_of_row[0] == 0);
}

TEST_CASE("with classes, each class covers as many rows as it can") {
    std::mt19937 random(17);
    for (int trial = 0; trial < 3000; ++trial) {
        std::uint32_t const columns = 1 + below(random, 7);
        Rows const rows = random_rows(random, 1 + below(random, 7), columns, 2);
        Incidence const incidence = make_incidence(columns, rows);
        std::vector<std::uint8_t> classes(incidence.entry_count());
        for (auto& entry_class : classes) entry_class = static_cast<std::uint8_t>(below(random, 3) * 5);
        Matching const matching = moo::match_maximum(incidence, classes);
        check_valid(incidence, matching);
        REQUIRE(matching.size == exhaustive_size(rows));
        // The matched rows contain a largest set that can be matched over the entries up to each class.
        for (std::uint8_t const limit : std::array<std::uint8_t, 2>{0, 5}) {
            Rows better(rows.size());
            Rows better_of_matched(rows.size());
            for (std::uint32_t row = 0; row < rows.size(); ++row) {
                for (std::uint32_t i = 0; i < rows[row].size(); ++i) {
                    if (classes[incidence.first_entry(row) + i] <= limit) better[row].push_back(rows[row][i]);
                }
                if (matching.column_of_row[row] != moo::unmatched) better_of_matched[row] = better[row];
            }
            REQUIRE(exhaustive_size(better_of_matched) == exhaustive_size(better));
        }
    }
}

TEST_CASE("rows tried one by one: the earlier ones are preferred and none is lost") {
    std::mt19937 random(13);
    for (int trial = 0; trial < 3000; ++trial) {
        std::uint32_t const columns = 1 + below(random, 6);
        Rows const rows = random_rows(random, 1 + below(random, 8), columns, 3);
        Incidence const incidence = make_incidence(columns, rows);
        Matcher matcher(incidence);
        for (std::uint32_t row = 0; row < rows.size(); ++row) {
            std::uint32_t const before = matcher.matching().size;
            bool const found = matcher.augment(row);
            Rows const so_far(rows.begin(), rows.begin() + row + 1);
            REQUIRE(matcher.matching().size == exhaustive_size(so_far));
            REQUIRE(found == (matcher.matching().size > before));
        }
        check_valid(incidence, matcher.matching());
    }
}

TEST_CASE("rows left over stand with all rows that share their columns") {
    std::mt19937 random(19);
    for (int trial = 0; trial < 3000; ++trial) {
        std::uint32_t const columns = 1 + below(random, 6);
        Rows const rows = random_rows(random, 1 + below(random, 8), columns, 3);
        Incidence const incidence = make_incidence(columns, rows);
        Matcher matcher(incidence);
        std::vector<std::uint32_t> all(rows.size());
        for (std::uint32_t row = 0; row < rows.size(); ++row) all[row] = row;
        matcher.augment_all(all);
        auto const surplus = matcher.surplus_rows();
        std::vector<bool> occurs(columns);
        for (std::uint32_t const row : surplus) {
            for (std::uint32_t const column : rows[row]) occurs[column] = true;
        }
        auto const column_count = static_cast<std::uint32_t>(std::count(occurs.begin(), occurs.end(), true));
        REQUIRE(surplus.size() - column_count == rows.size() - matcher.matching().size);
    }
}

TEST_CASE("matching goes on after the graph has grown and columns have gone") {
    std::mt19937 random(23);
    for (int trial = 0; trial < 3000; ++trial) {
        std::uint32_t const columns = 2 + below(random, 5);
        Rows rows = random_rows(random, 1 + below(random, 5), columns, 2);
        Incidence incidence = make_incidence(columns, rows);
        Matcher matcher(incidence);
        std::vector<std::uint32_t> all(rows.size());
        for (std::uint32_t row = 0; row < rows.size(); ++row) all[row] = row;
        matcher.augment_all(all);

        std::uint32_t const gone = below(random, columns);
        matcher.exclude_column(gone);
        std::uint32_t const added = incidence.add_column();
        for (int i = 0; i < 2; ++i) {
            rows.push_back({added, below(random, columns)});
            incidence.add_row(rows.back());
            all.push_back(static_cast<std::uint32_t>(all.size()));
        }
        matcher.grow();
        matcher.augment_all(all);
        check_valid(incidence, matcher.matching());
        for (auto& row : rows) std::erase(row, gone);
        REQUIRE(matcher.matching().row_of_column[gone] == moo::unmatched);
        REQUIRE(matcher.matching().size == exhaustive_size(rows));
    }
}
