#include "moo/structure/blt.h"

#include <catch2/catch.hpp>
#include <numeric>
#include <random>

namespace {

using moo::BlockOrder;
using moo::Incidence;

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

TEST_CASE("the order respects the incidence on random systems") {
    std::mt19937 random(11);
    for (int trial = 0; trial < 300; ++trial) {
        std::uint32_t const count = 1 + static_cast<std::uint32_t>(random() % 30);
        Incidence incidence(count);
        std::vector<std::uint32_t> permutation(count);
        std::iota(permutation.begin(), permutation.end(), 0u);
        std::shuffle(permutation.begin(), permutation.end(), random);
        for (std::uint32_t row = 0; row < count; ++row) {
            std::vector<std::uint32_t> columns = {permutation[row]};
            for (int extra = 0; extra < 2; ++extra) {
                std::uint32_t const column = static_cast<std::uint32_t>(random() % count);
                if (std::find(columns.begin(), columns.end(), column) == columns.end()) columns.push_back(column);
            }
            incidence.add_row(columns);
        }
        moo::Matching const matching = moo::match_maximum(incidence);
        BlockOrder const blocks = order_blocks(incidence, matching);
        REQUIRE(blocks.rows.size() == count);
        std::vector<bool> known(count);
        for (std::size_t b = 0; b < blocks.block_count(); ++b) {
            for (std::uint32_t const row : blocks.block(b)) known[matching.column_of_row[row]] = true;
            for (std::uint32_t const row : blocks.block(b)) {
                for (std::uint32_t const column : incidence.row(row)) REQUIRE(known[column]);
            }
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
