#include "moo/structure/blame.h"

#include <catch2/catch.hpp>

using namespace moo;

TEST_CASE("the last rows of a contradiction are left over", "[blame]") {
    // Three rows for two columns, and one row by itself.
    Incidence graph(3);
    graph.add_row(std::vector<std::uint32_t>{0, 1});
    graph.add_row(std::vector<std::uint32_t>{0, 1});
    graph.add_row(std::vector<std::uint32_t>{1});
    graph.add_row(std::vector<std::uint32_t>{2});
    for (std::uint32_t const last : {0u, 1u, 2u}) {
        std::vector<std::uint32_t> order;
        for (std::uint32_t row = 0; row < 4; ++row) {
            if (row != last) order.push_back(row);
        }
        order.push_back(last);
        Matching const matching = match_rows_in_order(graph, order);
        CHECK(matching.size == 3);
        CHECK(matching.column_of_row[last] == unmatched);
        CHECK(matching.column_of_row[3] == 2);
    }
}

TEST_CASE("the last columns that nothing determines are left over", "[blame]") {
    Incidence graph(3);
    graph.add_row(std::vector<std::uint32_t>{0, 1});
    graph.add_row(std::vector<std::uint32_t>{2});
    for (std::uint32_t const last : {0u, 1u}) {
        std::vector<std::uint32_t> const order = {2, 1 - last, last};
        Matching const matching = match_columns_in_order(graph, order);
        CHECK(matching.size == 2);
        CHECK(matching.row_of_column[last] == unmatched);
        CHECK(matching.column_of_row[0] == 1 - last);
    }
}
