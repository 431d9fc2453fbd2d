#include "moo/structure/dulmage_mendelsohn.h"

#include <catch2/catch.hpp>

#include "tests/unit/structure/random_graph.h"

namespace {

using namespace moo::test;
using moo::Conflict;
using moo::ConflictSearch;
using moo::Determinacy;
using moo::Incidence;
using moo::Matching;

Rows transposed(std::uint32_t columns, Rows const& rows) {
    Rows result(columns);
    for (std::uint32_t row = 0; row < rows.size(); ++row) {
        for (std::uint32_t const column : rows[row]) result[column].push_back(row);
    }
    return result;
}

Rows without(Rows rows, std::uint32_t row) {
    rows.erase(rows.begin() + row);
    return rows;
}

// By definition: a row is over-determined if some maximum matching leaves it free, so if the size of a maximum
// matching does not need it; its columns are, too.
std::vector<bool> surplus_rows(Rows const& rows) {
    std::vector<bool> result(rows.size());
    std::uint32_t const size = exhaustive_size(rows);
    for (std::uint32_t row = 0; row < rows.size(); ++row) result[row] = exhaustive_size(without(rows, row)) == size;
    return result;
}

// The chosen rows cannot all be matched, but without any one of them they can.
void check_circuit(Rows const& rows, std::vector<std::uint32_t> const& chosen, std::size_t columns) {
    Rows part;
    std::vector<std::uint32_t> occurring;
    for (std::uint32_t const row : chosen) {
        part.push_back(rows[row]);
        for (std::uint32_t const column : rows[row]) {
            if (!contains(occurring, column)) occurring.push_back(column);
        }
    }
    REQUIRE(occurring.size() == columns);
    REQUIRE(chosen.size() == columns + 1);
    for (std::uint32_t i = 0; i < part.size(); ++i) REQUIRE(exhaustive_size(without(part, i)) == columns);
}

}  // namespace

TEST_CASE("a system falls into the three parts") {
    // x is given twice; y and z follow from each other and x; one equation for two unknowns u and v.
    Incidence const incidence = make_incidence(5, {{0}, {0}, {0, 1, 2}, {1, 2}, {1, 3, 4}});
    auto const result = decompose(incidence, moo::match_maximum(incidence));
    using enum Determinacy;
    CHECK(result.row_part == std::vector{over, over, well, well, under});
    CHECK(result.column_part == std::vector{over, well, well, under, under});
    REQUIRE(result.blocks.block_count() == 1);
    CHECK(result.blocks.block(0).size() == 2);
}

TEST_CASE("the parts are those of the definition on random systems") {
    std::mt19937 random(29);
    for (int trial = 0; trial < 5000; ++trial) {
        std::uint32_t const columns = 1 + below(random, 6);
        Rows const rows = random_rows(random, 1 + below(random, 6), columns, 3);
        Incidence const incidence = make_incidence(columns, rows);
        Matching const matching = moo::match_maximum(incidence);
        auto const result = decompose(incidence, matching);

        auto const over = surplus_rows(rows);
        auto const under = surplus_rows(transposed(columns, rows));
        std::size_t well_rows = 0;
        for (std::uint32_t row = 0; row < rows.size(); ++row) {
            REQUIRE((result.row_part[row] == Determinacy::over) == over[row]);
            if (result.row_part[row] == Determinacy::well) ++well_rows;
            for (std::uint32_t const column : rows[row]) {
                // The order over, well, under is block triangular.
                REQUIRE(result.column_part[column] <= result.row_part[row]);
                if (over[row]) REQUIRE(result.column_part[column] == Determinacy::over);
            }
        }
        for (std::uint32_t column = 0; column < columns; ++column) {
            REQUIRE((result.column_part[column] == Determinacy::under) == under[column]);
        }
        REQUIRE(result.blocks.rows.size() == well_rows);
    }
}

TEST_CASE("a conflict is minimal, for rows and for columns") {
    std::mt19937 random(31);
    int conflicts = 0;
    for (int trial = 0; trial < 5000; ++trial) {
        std::uint32_t const columns = 1 + below(random, 6);
        Rows const rows = random_rows(random, 1 + below(random, 7), columns, 3);
        Incidence const incidence = make_incidence(columns, rows);
        Matching const matching = moo::match_maximum(incidence);
        ConflictSearch search(incidence, matching);
        std::size_t smallest = 0;
        for (std::uint32_t row = 0; row < rows.size(); ++row) {
            if (matching.column_of_row[row] != moo::unmatched) continue;
            Conflict const found = search.around_row(row);
            REQUIRE(contains(found.rows, row));
            check_circuit(rows, found.rows, found.columns.size());
            smallest = smallest == 0 ? found.rows.size() : std::min(smallest, found.rows.size());
            ++conflicts;
        }
        REQUIRE(moo::minimal_conflict(incidence, matching).rows.size() == smallest);
        Rows const dual = transposed(columns, rows);
        for (std::uint32_t column = 0; column < columns; ++column) {
            if (matching.row_of_column[column] != moo::unmatched) continue;
            Conflict const found = search.around_column(column);
            REQUIRE(contains(found.columns, column));
            check_circuit(dual, found.columns, found.rows.size());
        }
    }
    CHECK(conflicts > 1000);
}
