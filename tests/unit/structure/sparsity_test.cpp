#include "moo/structure/sparsity.h"

#include <catch2/catch.hpp>
#include <set>

#include "tests/unit/structure/random_graph.h"

namespace {

using namespace moo::test;
using moo::BlockOrder;
using moo::Incidence;
using moo::Matching;
using moo::NeededColumns;

std::vector<std::uint32_t> row_of(Incidence const& incidence, std::uint32_t row) {
    return {incidence.row(row).begin(), incidence.row(row).end()};
}

// The known columns that a column depends on, by following all ways. Whoever depends on a block depends on all of it,
// which following the rows gives as well.
std::vector<std::uint32_t> reach(Incidence const& incidence, Matching const& matching, std::uint32_t column) {
    std::vector<std::uint32_t> seen = {column};
    std::vector<std::uint32_t> known;
    for (std::size_t head = 0; head < seen.size(); ++head) {
        std::uint32_t const row = matching.row_of_column[seen[head]];
        if (row == moo::unmatched) {
            known.push_back(seen[head]);
            continue;
        }
        for (std::uint32_t const next : incidence.row(row)) {
            if (!contains(seen, next)) seen.push_back(next);
        }
    }
    std::sort(known.begin(), known.end());
    return known;
}

}  // namespace

TEST_CASE("the product of patterns is what multiplying shows") {
    std::mt19937 random(71);
    for (int trial = 0; trial < 1000; ++trial) {
        std::uint32_t const rows = 1 + below(random, 5), middles = 1 + below(random, 5), columns = 1 + below(random, 5);
        Rows const a = random_rows(random, rows, middles, 3);
        Rows const b = random_rows(random, middles, columns, 3);
        Incidence const result = product(make_incidence(middles, a), make_incidence(columns, b));
        REQUIRE(result.row_count() == rows);
        for (std::uint32_t row = 0; row < rows; ++row) {
            std::vector<std::uint32_t> expected;
            for (std::uint32_t column = 0; column < columns; ++column) {
                bool const occurs = std::any_of(a[row].begin(), a[row].end(),
                                                [&](std::uint32_t middle) { return contains(b[middle], column); });
                if (occurs) expected.push_back(column);
            }
            REQUIRE(row_of(result, row) == expected);
        }
    }
}

TEST_CASE("needed columns are those in reach, on random systems") {
    std::mt19937 random(73);
    for (int trial = 0; trial < 3000; ++trial) {
        std::uint32_t const columns = 1 + below(random, 12);
        Rows const rows = random_rows(random, 1 + below(random, 8), columns, 4);
        Incidence const incidence = make_incidence(columns, rows);
        Matching const matching = moo::match_maximum(incidence);
        BlockOrder const blocks = order_blocks(incidence, matching);
        std::vector<std::uint32_t> wanted;
        for (std::uint32_t column = 0; column < columns; ++column) {
            if (below(random, 2) == 0) wanted.push_back(column);
        }
        NeededColumns const exact = needed_columns(incidence, matching, blocks, wanted);
        NeededColumns const coarse =
            needed_columns(incidence, matching, blocks, wanted, {.largest_set = 2, .most_in_use = below(random, 8)});
        std::uint32_t const first = below(random, columns);
        std::uint32_t const end = first + below(random, columns);
        NeededColumns const part =
            needed_columns(incidence, matching, blocks, wanted, {.first_column = first, .end_column = end});
        REQUIRE(exact.pattern.row_count() == wanted.size());
        for (std::uint32_t i = 0; i < wanted.size(); ++i) {
            auto const expected = reach(incidence, matching, wanted[i]);
            auto expected_part = expected;
            std::erase_if(expected_part, [&](std::uint32_t column) { return column < first || column >= end; });
            REQUIRE(row_of(part.pattern, i) == expected_part);
            REQUIRE_FALSE(exact.is_all[i]);
            REQUIRE(row_of(exact.pattern, i) == expected);
            // With less room the answer is the same or "all", and "all" if it is too large.
            if (!coarse.is_all[i]) REQUIRE(row_of(coarse.pattern, i) == expected);
            if (expected.size() > 2) REQUIRE(coarse.is_all[i]);
        }
    }
}

TEST_CASE("levels of needed columns are the largest on any way to them, on random systems") {
    std::mt19937 random(74);
    for (int trial = 0; trial < 2000; ++trial) {
        std::uint32_t const columns = 1 + below(random, 10);
        Incidence const incidence = make_incidence(columns, random_rows(random, 1 + below(random, 7), columns, 4));
        Matching const matching = moo::match_maximum(incidence);
        BlockOrder const blocks = order_blocks(incidence, matching);
        if (incidence.entry_count() == 0) continue;
        moo::EntryLevels levels;
        for (std::size_t i = 0; i < incidence.entry_count(); ++i) {
            levels.entries.push_back(static_cast<std::uint8_t>(below(random, 5)));
        }
        std::vector<std::uint32_t> block_of(incidence.row_count(), moo::no_index);
        for (std::uint32_t b = 0; b < blocks.block_count(); ++b) {
            levels.blocks.push_back(static_cast<std::uint8_t>(below(random, 3)));
            for (std::uint32_t const row : blocks.block(b)) block_of[row] = b;
        }
        // All pairs of a column and a level that can be reached.
        auto const level_of = [&](std::uint32_t from, std::uint32_t to) {
            std::set<std::pair<std::uint32_t, std::uint8_t>> seen;
            std::vector<std::pair<std::uint32_t, std::uint8_t>> left{{from, std::uint8_t{0}}};
            std::uint8_t largest = 0;
            while (!left.empty()) {
                auto const [column, level] = left.back();
                left.pop_back();
                if (!seen.insert({column, level}).second) continue;
                if (column == to) largest = std::max(largest, level);
                if (matching.row_of_column[column] == moo::unmatched) continue;
                std::uint32_t const block = block_of[matching.row_of_column[column]];
                for (std::uint32_t const row : blocks.block(block)) {
                    std::uint32_t entry = incidence.first_entry(row);
                    for (std::uint32_t const next : incidence.row(row)) {
                        std::uint8_t const edge = std::max(levels.entries[entry++], levels.blocks[block]);
                        std::uint32_t const other = matching.row_of_column[next];
                        if (other != moo::unmatched && block_of[other] == block) continue;
                        left.emplace_back(next, std::max(level, edge));
                    }
                }
            }
            return largest;
        };
        std::vector<std::uint32_t> wanted;
        for (std::uint32_t column = 0; column < columns; ++column) {
            // A column without a block has no row that determines it.
            std::uint32_t const row = matching.row_of_column[column];
            if (row == moo::unmatched || block_of[row] != moo::no_index) wanted.push_back(column);
        }
        NeededColumns const result = needed_columns(incidence, matching, blocks, wanted, {}, levels);
        REQUIRE(result.levels.size() == result.pattern.entry_count());
        for (std::uint32_t i = 0; i < wanted.size(); ++i) {
            std::uint32_t entry = result.pattern.first_entry(i);
            for (std::uint32_t const column : result.pattern.row(i)) {
                REQUIRE(result.levels[entry++] == level_of(wanted[i], column));
            }
        }
    }
}

TEST_CASE("a long chain on which everything depends is walked once") {
    // c[0] = u, c[i] = c[i-1], and every wanted one is c[last] + x[i].
    std::uint32_t const length = 100'000;
    Incidence incidence(3 * length + 1);
    std::uint32_t const u = 3 * length;
    std::vector<std::uint32_t> wanted;
    for (std::uint32_t i = 0; i < length; ++i) incidence.add_row(std::array{i, i == 0 ? u : i - 1});
    for (std::uint32_t i = 0; i < length; ++i) {
        incidence.add_row(std::array{length + i, length - 1, 2 * length + i});
        wanted.push_back(length + i);
    }
    Matching matching;
    matching.row_of_column.assign(incidence.column_count(), moo::unmatched);
    for (std::uint32_t row = 0; row < incidence.row_count(); ++row) {
        matching.column_of_row.push_back(row);
        matching.row_of_column[row] = row;
    }
    NeededColumns const result = needed_columns(incidence, matching, order_blocks(incidence, matching), wanted);
    CHECK(row_of(result.pattern, 7) == std::vector{2 * length + 7, u});
    CHECK(result.pattern.entry_count() == 2 * length);
}
