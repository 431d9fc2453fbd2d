#include "moo/structure/incidence.h"

#include <catch2/catch.hpp>

#include "tests/unit/structure/random_graph.h"

using namespace moo::test;
using moo::Incidence;
using moo::Pivot;
using moo::PivotGraph;

TEST_CASE("transposing twice gives the graph with sorted rows") {
    std::mt19937 random(3);
    for (int trial = 0; trial < 500; ++trial) {
        Rows rows = random_rows(random, below(random, 7), 1 + below(random, 7), 3);
        Incidence const incidence = make_incidence(7, rows);
        Incidence const transposed = transpose(incidence);
        REQUIRE(transposed.row_count() == 7);
        REQUIRE(transposed.column_count() == rows.size());
        Incidence const back = transpose(transposed);
        for (std::uint32_t row = 0; row < rows.size(); ++row) {
            std::sort(rows[row].begin(), rows[row].end());
            REQUIRE(std::equal(rows[row].begin(), rows[row].end(), back.row(row).begin(), back.row(row).end()));
        }
    }
}

TEST_CASE("a part is numbered as it is asked for") {
    PivotGraph graph(4);
    graph.add_row(std::array{0u, 1u, 3u}, std::array{Pivot::constant, Pivot::parameter, Pivot::may_vanish});
    graph.add_row(std::array{2u}, std::array{Pivot::constant});
    graph.add_row(std::array{3u, 2u}, std::array{Pivot::not_solvable, Pivot::constant});
    moo::PartExtractor extractor(graph);
    for (int again = 0; again < 2; ++again) {
        PivotGraph const part = extractor.extract(std::array{2u, 0u}, std::array{3u, 1u});
        REQUIRE(part.incidence.row_count() == 2);
        REQUIRE(part.incidence.column_count() == 2);
        REQUIRE(part.incidence.row(0).size() == 1);
        CHECK(part.incidence.row(0)[0] == 0);
        CHECK(part.row_pivots(0)[0] == Pivot::not_solvable);
        REQUIRE(part.incidence.row(1).size() == 2);
        CHECK(part.incidence.row(1)[0] == 1);
        CHECK(part.incidence.row(1)[1] == 0);
        CHECK(part.row_pivots(1)[1] == Pivot::may_vanish);
    }
}
