#include "moo/structure/select_columns.h"

#include <array>
#include <catch2/catch.hpp>

#include "tests/unit/structure/determinant.h"
#include "tests/unit/structure/random_graph.h"

namespace {

using namespace moo::test;
using moo::Pivot;
using moo::Selection;
using moo::SelectionProblem;
using moo::SelectionReason;
using moo::Wish;

// A Jacobian with the values of its entries; those that are no constants may take others.
struct Sample {
    SelectionProblem problem;
    Matrix values;
    std::vector<std::vector<Pivot>> pivots;  // only where the value may be other than zero
    std::vector<std::vector<bool>> occurs;

    Sample(std::size_t rows, std::size_t columns)
        : values(rows, std::vector<std::int64_t>(columns)),
          pivots(rows, std::vector<Pivot>(columns)),
          occurs(rows, std::vector<bool>(columns)) {
        problem.wish.assign(columns, Wish::none);
        problem.rank.assign(columns, 0);
    }
    void set(std::size_t row, std::size_t column, Pivot pivot, std::int64_t value) {
        values[row][column] = value;
        pivots[row][column] = pivot;
        occurs[row][column] = true;
    }
    Selection select() {
        problem.jacobian = moo::PivotGraph(static_cast<std::uint32_t>(values[0].size()));
        for (std::size_t row = 0; row < values.size(); ++row) {
            std::vector<std::uint32_t> columns;
            std::vector<Pivot> row_pivots;
            for (std::uint32_t column = 0; column < values[row].size(); ++column) {
                if (!occurs[row][column]) continue;
                columns.push_back(column);
                row_pivots.push_back(pivots[row][column]);
            }
            problem.jacobian.add_row(columns, row_pivots);
        }
        problem.is_regular = [&](std::span<std::uint32_t const> rows, std::span<std::uint32_t const> columns) {
            for (std::uint32_t const row : rows) {
                for (std::uint32_t const column : columns) {
                    REQUIRE((!occurs[row][column] || moo::never_vanishes(pivots[row][column])));
                }
            }
            return is_regular_part(values, rows, columns);
        };
        return select_columns(problem);
    }
    static bool is_regular_part(Matrix const& matrix, std::span<std::uint32_t const> rows,
                                std::span<std::uint32_t const> columns) {
        Matrix part(rows.size(), std::vector<std::int64_t>(columns.size()));
        for (std::size_t i = 0; i < rows.size(); ++i) {
            for (std::size_t j = 0; j < columns.size(); ++j) part[i][j] = matrix[rows[i]][columns[j]];
        }
        return is_regular_matrix(part);
    }
    // The values somewhere else on the trajectory, and for other parameters.
    [[nodiscard]] Matrix other_values(std::mt19937& random, bool may_vanish) const {
        Matrix result = values;
        for (std::size_t row = 0; row < values.size(); ++row) {
            for (std::size_t column = 0; column < values[row].size(); ++column) {
                if (!occurs[row][column] || pivots[row][column] == Pivot::constant) continue;
                auto& value = result[row][column];
                value = static_cast<std::int64_t>(below(random, 9)) - 4;
                if (value == 0 && (pivots[row][column] == Pivot::parameter || !may_vanish)) value = 5;
            }
        }
        return result;
    }
};

std::vector<std::uint32_t> all_rows(std::size_t count) {
    std::vector<std::uint32_t> rows;
    for (std::uint32_t row = 0; row < count; ++row) rows.push_back(row);
    return rows;
}

// Calls visit with each choice of `count` items.
template <class Visit>
void for_subsets(std::vector<std::uint32_t> const& items, std::size_t count, Visit const& visit) {
    for (std::uint32_t set = 0; set < 1u << items.size(); ++set) {
        if (static_cast<std::size_t>(__builtin_popcount(set)) != count) continue;
        std::vector<std::uint32_t> chosen;
        for (std::size_t i = 0; i < items.size(); ++i) {
            if ((set >> i & 1u) != 0) chosen.push_back(items[i]);
        }
        visit(chosen);
    }
}

bool is_proved(SelectionReason reason) {
    return reason != SelectionReason::only_choice && reason != SelectionReason::wish &&
           reason != SelectionReason::parameter_block;
}

Sample random_sample(std::mt19937& random, bool all_constant) {
    std::size_t const rows = 1 + below(random, 4);
    Sample sample(rows, rows + below(random, 4));
    for (std::size_t row = 0; row < rows; ++row) {
        for (std::size_t column = 0; column < sample.values[0].size(); ++column) {
            if (below(random, 2) == 0) continue;
            std::uint32_t const kind = all_constant ? 0 : below(random, 6);
            Pivot const pivot = kind < 3 ? Pivot::constant : kind == 3 ? Pivot::parameter : Pivot::may_vanish;
            std::int64_t const value = 1 + static_cast<std::int64_t>(below(random, 3));
            sample.set(row, column, pivot, below(random, 2) == 0 ? value : -value);
        }
    }
    for (auto& rank : sample.problem.rank) rank = below(random, 3);
    return sample;
}

}  // namespace

TEST_CASE("a constant pivot is taken before one that may vanish") {
    Sample sample(1, 2);
    sample.set(0, 0, Pivot::may_vanish, 1);
    sample.set(0, 1, Pivot::constant, 1);
    Selection const selection = sample.select();
    REQUIRE(selection.selected.size() == 1);
    CHECK(selection.selected[0].column == 1);
    CHECK(selection.selected[0].reason == SelectionReason::constant_pivot);
    CHECK(selection.choices.empty());
}

TEST_CASE("the rank decides between columns that are equally safe") {
    for (std::uint32_t low = 0; low < 3; ++low) {
        Sample sample(1, 3);
        for (std::size_t column = 0; column < 3; ++column) sample.set(0, column, Pivot::constant, 1);
        sample.problem.rank = {5, 5, 5};
        sample.problem.rank[low] = 2;
        CHECK(sample.select().selected[0].column == low);
    }
}

TEST_CASE("pivots that may vanish are left to be chosen") {
    Sample sample(1, 3);
    for (std::size_t column = 0; column < 3; ++column) sample.set(0, column, Pivot::may_vanish, 1);
    sample.problem.rank = {1, 0, 1};
    Selection const selection = sample.select();
    CHECK(selection.selected.empty());
    REQUIRE(selection.choices.size() == 1);
    CHECK(selection.choices[0].rows == std::vector<std::uint32_t>{0});
    CHECK(selection.choices[0].columns == std::vector<std::uint32_t>{1, 0, 2});
    CHECK(selection.choices[0].count == 1);
}

TEST_CASE("wishes are honoured over doubtful pivots, and refused where the structure does") {
    Sample sample(1, 2);
    sample.set(0, 0, Pivot::may_vanish, 1);
    sample.set(0, 1, Pivot::constant, 1);
    sample.problem.wish = {Wish::take, Wish::none};
    Selection const taken = sample.select();
    REQUIRE(taken.selected.size() == 1);
    CHECK(taken.selected[0].column == 0);
    CHECK(taken.selected[0].reason == SelectionReason::wish);
    CHECK(taken.refused.empty());

    sample.problem.wish = {Wish::none, Wish::leave};
    CHECK(sample.select().selected[0].column == 0);
    CHECK(sample.select().selected[0].reason == SelectionReason::wish);

    sample.problem.wish = {Wish::leave, Wish::leave};
    CHECK(sample.select().selected.size() == 1);
    CHECK(sample.select().refused.size() == 1);
    sample.problem.wish = {Wish::take, Wish::take};
    CHECK(sample.select().selected.size() == 1);
    CHECK(sample.select().refused.size() == 1);
}

TEST_CASE("a column that is to be taken is no choice in a set") {
    Sample sample(2, 4);
    for (std::size_t row = 0; row < 2; ++row) {
        for (std::size_t column = 0; column < 4; ++column) sample.set(row, column, Pivot::may_vanish, 1);
    }
    sample.problem.wish[2] = Wish::take;
    sample.problem.wish[3] = Wish::leave;
    Selection const selection = sample.select();
    REQUIRE(selection.selected.size() == 1);
    CHECK(selection.selected[0].column == 2);
    REQUIRE(selection.choices.size() == 1);
    CHECK(selection.choices[0].columns == std::vector<std::uint32_t>{0, 1});
    CHECK(selection.choices[0].count == 1);
}

TEST_CASE("a singular constant block is replaced by a regular one") {
    // x1 + x2 = 0 and x1 + x2 + x3 = 0, where x1 and x2 should be selected.
    Sample sample(2, 3);
    sample.set(0, 0, Pivot::constant, 1);
    sample.set(0, 1, Pivot::constant, 1);
    for (std::size_t column = 0; column < 3; ++column) sample.set(1, column, Pivot::constant, 1);
    sample.problem.rank = {0, 0, 1};
    Selection const selection = sample.select();
    REQUIRE(selection.selected.size() == 2);
    CHECK(selection.choices.empty());
    CHECK(
        std::any_of(selection.selected.begin(), selection.selected.end(), [](auto each) { return each.column == 2; }));
}

TEST_CASE("parts that do not depend on each other are chosen separately") {
    // Two rows with two doubtful columns each; the third, solved for column 4, depends on both but joins nothing.
    Sample sample(3, 5);
    for (std::size_t row = 0; row < 2; ++row) {
        sample.set(row, 2 * row, Pivot::may_vanish, 1);
        sample.set(row, 2 * row + 1, Pivot::may_vanish, 1);
    }
    sample.set(2, 4, Pivot::constant, 1);
    Selection const apart = sample.select();
    REQUIRE(apart.choices.size() == 2);
    CHECK(apart.choices[0].eliminated.empty());
    // Column 4 stands between them as soon as it depends on one and the other contains it.
    sample.set(2, 0, Pivot::constant, 1);
    sample.set(1, 4, Pivot::may_vanish, 1);
    Selection const together = sample.select();
    REQUIRE(together.selected.size() == 1);
    REQUIRE(together.choices.size() == 1);
    REQUIRE(together.choices[0].eliminated.size() == 1);
    CHECK(together.choices[0].count == 2);
}

TEST_CASE("what is selected for good is regular whatever the values are") {
    std::mt19937 random(43);
    int solved = 0;
    int choices = 0;
    for (int trial = 0; trial < 5000; ++trial) {
        Sample sample = random_sample(random, false);
        if (trial % 2 == 0) {
            for (auto& wish : sample.problem.wish) {
                wish = std::array{Wish::none, Wish::none, Wish::none, Wish::take, Wish::leave}[below(random, 5)];
            }
        }
        Selection const selection = sample.select();
        Rows pattern(sample.values.size());
        for (std::uint32_t row = 0; row < pattern.size(); ++row) {
            for (std::uint32_t column = 0; column < sample.values[0].size(); ++column) {
                if (sample.occurs[row][column]) pattern[row].push_back(column);
            }
        }
        REQUIRE(selection.is_deficient == (exhaustive_size(pattern) < pattern.size()));
        if (selection.is_deficient) continue;
        ++solved;

        // Every row is used once, every column at most once.
        std::vector<std::uint32_t> rows;
        std::vector<std::uint32_t> columns;
        std::vector<std::uint32_t> proved_rows;
        std::vector<std::uint32_t> proved_columns;
        for (auto const& each : selection.selected) {
            rows.push_back(each.row);
            columns.push_back(each.column);
            if (!is_proved(each.reason)) continue;
            proved_rows.push_back(each.row);
            proved_columns.push_back(each.column);
        }
        for (auto const& choice : selection.choices) {
            REQUIRE(choice.rows.size() == choice.count + choice.fixed.size());
            REQUIRE(choice.columns.size() > choice.count);
            rows.insert(rows.end(), choice.rows.begin(), choice.rows.end());
            columns.insert(columns.end(), choice.columns.begin(), choice.columns.end());
            columns.insert(columns.end(), choice.fixed.begin(), choice.fixed.end());
            ++choices;
        }
        std::sort(rows.begin(), rows.end());
        REQUIRE(rows == all_rows(pattern.size()));
        std::sort(columns.begin(), columns.end());
        REQUIRE(std::unique(columns.begin(), columns.end()) == columns.end());

        for (int again = 0; again < 5; ++again) {
            REQUIRE(Sample::is_regular_part(sample.other_values(random, true), proved_rows, proved_columns));
        }
        for (std::uint32_t column = 0; column < sample.problem.wish.size(); ++column) {
            bool const is_candidate = std::binary_search(columns.begin(), columns.end(), column);
            bool const is_refused = contains(selection.refused, column);
            if (sample.problem.wish[column] == Wish::take && !is_refused) REQUIRE(is_candidate);
            if (sample.problem.wish[column] == Wish::leave && !is_refused) REQUIRE(!is_candidate);
        }
    }
    CHECK(solved > 2000);
    CHECK(choices > 300);
}

TEST_CASE("wherever the Jacobian has full rank, the choices can be made so that all is regular") {
    std::mt19937 random(47);
    int tested = 0;
    for (int trial = 0; trial < 3000; ++trial) {
        Sample sample = random_sample(random, false);
        Selection const selection = sample.select();
        if (selection.is_deficient || selection.choices.empty()) continue;
        Matrix const matrix = sample.other_values(random, false);
        auto const rows = all_rows(matrix.size());
        std::vector<std::uint32_t> every_column = all_rows(matrix[0].size());
        bool has_full_rank = false;
        for_subsets(every_column, rows.size(), [&](auto const& chosen) {
            has_full_rank = has_full_rank || Sample::is_regular_part(matrix, rows, chosen);
        });
        if (!has_full_rank) continue;
        std::vector<std::uint32_t> fixed;
        for (auto const& each : selection.selected) fixed.push_back(each.column);
        std::vector<std::uint32_t> open;
        std::size_t count = 0;
        for (auto const& choice : selection.choices) {
            fixed.insert(fixed.end(), choice.fixed.begin(), choice.fixed.end());
            open.insert(open.end(), choice.columns.begin(), choice.columns.end());
            count += choice.count;
        }
        bool is_possible = false;
        for_subsets(open, count, [&](auto chosen) {
            chosen.insert(chosen.end(), fixed.begin(), fixed.end());
            is_possible = is_possible || Sample::is_regular_part(matrix, rows, chosen);
        });
        // A part without any choice may be singular for these values; then nothing else could be selected safely
        // either.
        bool const is_forced = std::any_of(selection.selected.begin(), selection.selected.end(),
                                           [](auto const& each) { return !is_proved(each.reason); });
        REQUIRE((is_possible || is_forced));
        ++tested;
    }
    CHECK(tested > 200);
}

TEST_CASE("of a constant Jacobian columns are selected by rank, and always for good") {
    std::mt19937 random(53);
    int tested = 0;
    for (int trial = 0; trial < 3000; ++trial) {
        Sample sample = random_sample(random, true);
        // Values without structure: what could be regular is.
        for (auto& row : sample.values) {
            for (auto& value : row) value = value == 0 ? 0 : 1 + static_cast<std::int64_t>(below(random, 997));
        }
        auto const rows = all_rows(sample.values.size());
        std::vector<std::uint32_t> best;
        for_subsets(all_rows(sample.values[0].size()), rows.size(), [&](auto const& chosen) {
            if (!Sample::is_regular_part(sample.values, rows, chosen)) return;
            std::vector<std::uint32_t> ranks;
            for (std::uint32_t const column : chosen) ranks.push_back(sample.problem.rank[column]);
            std::sort(ranks.begin(), ranks.end());
            if (best.empty() || ranks < best) best = ranks;
        });
        Selection const selection = sample.select();
        if (best.empty()) continue;
        REQUIRE(selection.choices.empty());
        std::vector<std::uint32_t> columns;
        std::vector<std::uint32_t> ranks;
        for (auto const& each : selection.selected) {
            columns.push_back(each.column);
            ranks.push_back(sample.problem.rank[each.column]);
        }
        REQUIRE(Sample::is_regular_part(sample.values, rows, columns));
        std::sort(ranks.begin(), ranks.end());
        REQUIRE(ranks == best);
        ++tested;
    }
    CHECK(tested > 1500);
}
