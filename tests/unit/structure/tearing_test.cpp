#include "moo/structure/tearing.h"

#include <array>
#include <catch2/catch.hpp>

#include "tests/unit/structure/random_graph.h"

namespace {

using namespace moo::test;
using moo::Pivot;
using moo::PivotGraph;
using moo::Tearing;
using moo::TearPreference;

// All entries with a constant pivot.
PivotGraph constant_block(Rows const& rows) {
    PivotGraph block(static_cast<std::uint32_t>(rows.size()));
    for (auto const& row : rows) block.add_row(row, std::vector<Pivot>(row.size(), Pivot::constant));
    return block;
}

PivotGraph random_block(std::mt19937& random, std::uint32_t size) {
    PivotGraph block(size);
    for (auto const& row : random_regular_rows(random, size, 1 + below(random, 3))) {
        std::vector<Pivot> pivots;
        for (std::size_t i = 0; i < row.size(); ++i) {
            pivots.push_back(std::array{Pivot::constant, Pivot::constant, Pivot::constant, Pivot::parameter,
                                        Pivot::may_vanish, Pivot::not_solvable}[below(random, 6)]);
        }
        block.add_row(row, pivots);
    }
    return block;
}

// Each assignment has one unknown, over a pivot that never vanishes; every variable and equation comes once.
void check_valid(PivotGraph const& block, Tearing const& tearing) {
    std::uint32_t const size = block.incidence.row_count();
    std::vector<bool> is_known(size);
    std::vector<bool> is_used(size);
    for (std::uint32_t const variable : tearing.iteration_variables) {
        REQUIRE_FALSE(is_known[variable]);
        is_known[variable] = true;
    }
    for (auto const [equation, variable] : tearing.assignments) {
        REQUIRE_FALSE(is_used[equation]);
        REQUIRE_FALSE(is_known[variable]);
        is_used[equation] = true;
        bool is_solvable = false;
        for (std::size_t i = 0; i < block.incidence.row(equation).size(); ++i) {
            std::uint32_t const column = block.incidence.row(equation)[i];
            if (column == variable) {
                is_solvable = never_vanishes(block.row_pivots(equation)[i]);
            } else {
                REQUIRE(is_known[column]);
            }
        }
        REQUIRE(is_solvable);
        is_known[variable] = true;
    }
    for (std::uint32_t const equation : tearing.residual_equations) {
        REQUIRE_FALSE(is_used[equation]);
        is_used[equation] = true;
    }
    REQUIRE(std::count(is_known.begin(), is_known.end(), true) == size);
    REQUIRE(std::count(is_used.begin(), is_used.end(), true) == size);
    REQUIRE(tearing.iteration_variables.size() == tearing.residual_equations.size());
}

// Whether everything follows from these variables. What is known only grows, so the order does not matter.
bool determines_all(PivotGraph const& block, std::uint32_t known) {
    std::uint32_t const size = block.incidence.row_count();
    for (bool changed = true; changed;) {
        changed = false;
        for (std::uint32_t row = 0; row < size; ++row) {
            std::uint32_t unknown = moo::no_index;
            std::uint32_t count = 0;
            bool is_solvable = false;
            for (std::size_t i = 0; i < block.incidence.row(row).size(); ++i) {
                std::uint32_t const column = block.incidence.row(row)[i];
                if ((known >> column & 1u) != 0) continue;
                unknown = column;
                ++count;
                is_solvable = never_vanishes(block.row_pivots(row)[i]);
            }
            if (count != 1 || !is_solvable) continue;
            known |= 1u << unknown;
            changed = true;
        }
    }
    return known == (1u << size) - 1;
}

std::uint32_t smallest_tearing(PivotGraph const& block) {
    std::uint32_t best = block.incidence.row_count();
    for (std::uint32_t set = 0; set < 1u << block.incidence.row_count(); ++set) {
        auto const size = static_cast<std::uint32_t>(__builtin_popcount(set));
        if (size < best && determines_all(block, set)) best = size;
    }
    return best;
}

Rows grid(std::uint32_t side) {
    Rows rows;
    for (std::uint32_t node = 0; node < side * side; ++node) {
        rows.push_back({node});
        if (node >= side) rows.back().push_back(node - side);
        if (node % side > 0) rows.back().push_back(node - 1);
        if (node % side + 1 < side) rows.back().push_back(node + 1);
        if (node + side < side * side) rows.back().push_back(node + side);
    }
    return rows;
}

}  // namespace

TEST_CASE("a ring is torn at one place") {
    PivotGraph const block = constant_block({{0, 1}, {1, 2}, {2, 3}, {3, 0}});
    Tearing const tearing = tear(block);
    check_valid(block, tearing);
    CHECK(tearing.iteration_variables.size() == 1);
}

TEST_CASE("pivots that may vanish are not divided by") {
    // Each equation could be solved for the variable of the same number only over a doubtful pivot.
    PivotGraph block(2);
    block.add_row(std::array{0u, 1u}, std::array{Pivot::may_vanish, Pivot::constant});
    block.add_row(std::array{0u, 1u}, std::array{Pivot::not_solvable, Pivot::may_vanish});
    Tearing const tearing = tear(block);
    check_valid(block, tearing);
    REQUIRE(tearing.assignments.size() == 1);
    CHECK(tearing.assignments[0].equation == 0);
    CHECK(tearing.assignments[0].variable == 1);
}

TEST_CASE("a block that cannot be solved for anything is left as it is") {
    PivotGraph block(2);
    block.add_row(std::array{0u, 1u}, std::array{Pivot::may_vanish, Pivot::may_vanish});
    block.add_row(std::array{0u, 1u}, std::array{Pivot::not_solvable, Pivot::may_vanish});
    Tearing const tearing = tear(block);
    CHECK(tearing.assignments.empty());
    CHECK(tearing.iteration_variables == std::vector<std::uint32_t>{0, 1});
    CHECK(tearing.residual_equations == std::vector<std::uint32_t>{0, 1});
}

TEST_CASE("preferences decide between equal variables") {
    PivotGraph const block = constant_block({{0, 1}, {1, 2}, {2, 0}});
    std::vector<TearPreference> preference(3, TearPreference::neutral);
    for (std::uint32_t wanted = 0; wanted < 3; ++wanted) {
        preference.assign(3, TearPreference::neutral);
        preference[wanted] = TearPreference::always;
        CHECK(tear(block, preference).iteration_variables == std::vector{wanted});
        preference.assign(3, TearPreference::avoid);
        preference[wanted] = TearPreference::prefer;
        // The smallest equation is the first one; it has to contain the variable.
        if (wanted < 2) CHECK(tear(block, preference).iteration_variables == std::vector{wanted});
    }
}

TEST_CASE("a variable that is always to be torn is, even if it costs more") {
    PivotGraph const block = constant_block({{0}, {0, 1}, {1, 2}});
    std::vector<TearPreference> preference(3, TearPreference::neutral);
    CHECK(tear(block, preference).iteration_variables.empty());
    preference[1] = TearPreference::always;
    Tearing const tearing = tear(block, preference);
    check_valid(block, tearing);
    CHECK(tearing.iteration_variables == std::vector<std::uint32_t>{1});
}

TEST_CASE("a large block that gains too little is left untorn") {
    // Every equation contains every variable: one assignment is all there is.
    std::uint32_t const size = 60;
    std::vector<std::uint32_t> all;
    for (std::uint32_t i = 0; i < size; ++i) all.push_back(i);
    PivotGraph const block = constant_block(Rows(size, all));
    CHECK(tear(block).assignments.empty());
    CHECK(tear(block).iteration_variables.size() == size);
    CHECK(tear(block, {}, {.largest_part = 1.0}).assignments.size() == 1);
    CHECK(tear(block, {}, {.small_block = size}).assignments.size() == 1);
}

TEST_CASE("a grid is torn along one side") {
    PivotGraph const block = constant_block(grid(40));
    Tearing const tearing = tear(block);
    check_valid(block, tearing);
    CHECK(tearing.iteration_variables.size() == 40);
}

TEST_CASE("tearing is valid and near the optimum on random blocks") {
    std::mt19937 random(41);
    std::uint32_t total = 0;
    std::uint32_t total_best = 0;
    std::uint32_t optimal = 0;
    std::uint32_t const trials = 3000;
    for (std::uint32_t trial = 0; trial < trials; ++trial) {
        PivotGraph const block = random_block(random, 2 + below(random, 8));
        Tearing const tearing = tear(block);
        check_valid(block, tearing);
        std::uint32_t const best = smallest_tearing(block);
        REQUIRE(tearing.iteration_variables.size() >= best);
        total += static_cast<std::uint32_t>(tearing.iteration_variables.size());
        total_best += best;
        if (tearing.iteration_variables.size() == best) ++optimal;
    }
    double const ratio = static_cast<double>(total) / static_cast<double>(total_best);
    UNSCOPED_INFO("mean ratio " << ratio << ", optimal " << optimal << " of " << trials);
    CHECK(ratio < 1.05);
    CHECK(optimal > trials * 9 / 10);
}
