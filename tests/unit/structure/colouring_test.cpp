#include "moo/structure/colouring.h"

#include <catch2/catch.hpp>

#include "tests/unit/structure/random_graph.h"

namespace {

using namespace moo::test;
using moo::ColumnColouring;
using moo::Incidence;

// No row has two entries of one colour, and the groups are those of the colours.
void check_valid(Incidence const& pattern, ColumnColouring const& colouring) {
    for (std::uint32_t row = 0; row < pattern.row_count(); ++row) {
        std::vector<std::uint32_t> colours;
        for (std::uint32_t const column : pattern.row(row)) {
            REQUIRE_FALSE(contains(colours, colouring.colour_of_column[column]));
            colours.push_back(colouring.colour_of_column[column]);
        }
    }
    std::size_t columns = 0;
    for (std::uint32_t colour = 0; colour < colouring.colour_count(); ++colour) {
        for (std::uint32_t const column : colouring.columns_of_colour.row(colour)) {
            REQUIRE(colouring.colour_of_column[column] == colour);
            ++columns;
        }
    }
    REQUIRE(columns == pattern.column_count());
}

// The fewest colours, by trying.
bool can_be_coloured(Rows const& rows, std::vector<std::uint32_t>& colours, std::uint32_t column, std::uint32_t limit) {
    if (column == colours.size()) return true;
    for (std::uint32_t colour = 0; colour < limit; ++colour) {
        bool const is_free = std::all_of(rows.begin(), rows.end(), [&](auto const& row) {
            return !contains(row, column) || std::none_of(row.begin(), row.end(), [&](std::uint32_t other) {
                return other < column && colours[other] == colour;
            });
        });
        colours[column] = colour;
        if (is_free && can_be_coloured(rows, colours, column + 1, limit)) return true;
    }
    return false;
}

}  // namespace

TEST_CASE("a band of three takes three colours") {
    Incidence pattern(30);
    for (std::uint32_t row = 0; row + 2 < 30; ++row) pattern.add_row(std::array{row, row + 1, row + 2});
    ColumnColouring const colouring = colour_columns(pattern);
    check_valid(pattern, colouring);
    CHECK(colouring.colour_count() == 3);
}

TEST_CASE("columns without entries share a colour") {
    Incidence pattern(4);
    pattern.add_row(std::array{1u});
    CHECK(colour_columns(pattern).colour_count() == 1);
}

TEST_CASE("colouring is valid and near the optimum on random patterns, also with long rows") {
    std::mt19937 random(67);
    std::uint32_t total = 0;
    std::uint32_t total_best = 0;
    for (int trial = 0; trial < 3000; ++trial) {
        std::uint32_t const columns = 1 + below(random, 8);
        Rows const rows = random_rows(random, 1 + below(random, 8), columns, 2 + below(random, 4));
        Incidence const pattern = make_incidence(columns, rows);
        check_valid(pattern, colour_columns(pattern, {.longest_searched_row = below(random, 5)}));
        ColumnColouring const colouring = colour_columns(pattern);
        check_valid(pattern, colouring);
        std::uint32_t best = 1;
        std::vector<std::uint32_t> colours(columns);
        while (!can_be_coloured(rows, colours, 0, best)) ++best;
        REQUIRE(colouring.colour_count() >= best);
        total += colouring.colour_count();
        total_best += best;
    }
    double const ratio = static_cast<double>(total) / static_cast<double>(total_best);
    CAPTURE(ratio);
    CHECK(ratio < 1.01);
}

TEST_CASE("one row of all columns needs a colour for each, and little time") {
    std::uint32_t const count = 300'000;
    std::vector<std::uint32_t> all(count);
    for (std::uint32_t i = 0; i < count; ++i) all[i] = i;
    Incidence pattern(count);
    pattern.add_row(all);
    for (std::uint32_t i = 0; i + 1 < count; ++i) pattern.add_row(std::array{i, i + 1});
    CHECK(colour_columns(pattern).colour_count() == count);
}
