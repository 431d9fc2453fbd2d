#include "moo/structure/blt.h"

#include <catch2/catch.hpp>

#include "tests/unit/structure/random_graph.h"

namespace {

using namespace moo::test;
using moo::BlockOrder;
using moo::Incidence;
using moo::Matching;

BlockOrder order(Incidence const& incidence) { return order_blocks(incidence, moo::match_maximum(incidence)); }

}  // namespace

TEST_CASE("a triangular system comes out in solving order") {
    Incidence incidence(3);
    incidence.add_row(std::array{0u, 1u});
    incidence.add_row(std::array{1u, 2u});
    incidence.add_row(std::array{2u});
    BlockOrder const blocks = order(incidence);
    REQUIRE(blocks.block_count() == 3);
    CHECK(blocks.rows == std::vector<std::uint32_t>{2, 1, 0});
}

TEST_CASE("a loop is one block") {
    Incidence incidence(3);
    incidence.add_row(std::array{0u, 1u});
    incidence.add_row(std::array{1u, 0u});
    incidence.add_row(std::array{2u, 0u});
    BlockOrder const blocks = order(incidence);
    REQUIRE(blocks.block_count() == 2);
    CHECK(blocks.block(0).size() == 2);
    CHECK(blocks.block(1)[0] == 2);
}

TEST_CASE("what a column of small priority needs comes first") {
    Incidence const incidence = make_incidence(4, {{0}, {1}, {2, 1}, {3}});
    Matching const matching = moo::match_maximum(incidence);
    CHECK(order_blocks(incidence, matching).rows == std::vector<std::uint32_t>{0, 1, 2, 3});
    CHECK(order_blocks(incidence, matching, std::array{7u, 5u, 3u, 5u}).rows == std::vector<std::uint32_t>{1, 2, 3, 0});
}

namespace {

// Whether `from` needs `to`, over any number of rows.
std::vector<std::vector<bool>> reachability(Incidence const& incidence, Matching const& matching) {
    std::uint32_t const count = incidence.row_count();
    std::vector<std::vector<bool>> needs(count, std::vector<bool>(count));
    for (std::uint32_t row = 0; row < count; ++row) {
        needs[row][row] = true;
        for (std::uint32_t const column : incidence.row(row)) {
            if (matching.row_of_column[column] != moo::unmatched) needs[row][matching.row_of_column[column]] = true;
        }
    }
    for (std::uint32_t over = 0; over < count; ++over) {
        for (std::uint32_t from = 0; from < count; ++from) {
            for (std::uint32_t to = 0; to < count && needs[from][over]; ++to) {
                if (needs[over][to]) needs[from][to] = true;
            }
        }
    }
    return needs;
}

}  // namespace

TEST_CASE("blocks, their order and the priorities are right on random systems, also partial ones") {
    std::mt19937 random(11);
    for (int trial = 0; trial < 3000; ++trial) {
        std::uint32_t const columns = 1 + below(random, 10);
        Rows const rows = trial % 2 == 0 ? random_rows(random, 1 + below(random, 10), columns, 4)
                                         : random_regular_rows(random, columns, 2);
        Incidence const incidence = make_incidence(columns, rows);
        Matching const matching = moo::match_maximum(incidence);
        std::vector<std::uint32_t> priority(columns);
        for (auto& each : priority) each = below(random, 3);
        BlockOrder const blocks = order_blocks(incidence, matching, priority);
        REQUIRE(blocks.rows.size() == matching.size);

        auto const needs = reachability(incidence, matching);
        std::vector<bool> is_done(rows.size());
        std::uint32_t done_priority = 0;
        for (std::size_t b = 0; b < blocks.block_count(); ++b) {
            auto const block = blocks.block(b);
            for (std::uint32_t const row : block) is_done[row] = true;
            for (std::uint32_t const row : block) {
                for (std::uint32_t other = 0; other < rows.size(); ++other) {
                    if (matching.column_of_row[other] == moo::unmatched) continue;
                    bool const is_mutual = needs[row][other] && needs[other][row];
                    REQUIRE(is_mutual == (std::find(block.begin(), block.end(), other) != block.end()));
                    if (needs[row][other]) REQUIRE(is_done[other]);
                }
            }
            // The smallest priority that needs this block never falls.
            std::uint32_t needed_by = 3;
            for (std::uint32_t row = 0; row < rows.size(); ++row) {
                if (matching.column_of_row[row] == moo::unmatched || !needs[row][block[0]]) continue;
                needed_by = std::min(needed_by, priority[matching.column_of_row[row]]);
            }
            REQUIRE(needed_by >= done_priority);
            done_priority = needed_by;
        }
    }
}

TEST_CASE("a chain of a million blocks needs no deep recursion") {
    std::uint32_t const count = 1'000'000;
    Incidence incidence(count);
    for (std::uint32_t row = 0; row + 1 < count; ++row) incidence.add_row(std::array{row, row + 1});
    incidence.add_row(std::array{count - 1});
    CHECK(order(incidence).block_count() == count);
}
