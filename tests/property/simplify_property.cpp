// Simplification keeps the value wherever the original has one.
#include <catch2/catch.hpp>
#include <cmath>

#include "moo/expr/evaluate.h"
#include "moo/expr/simplify.h"
#include "tests/support/expression_names.h"
#include "tests/support/random_values.h"

namespace {

using namespace moo;
using namespace moo::test;

constexpr std::uint32_t simplified_variables = 3;

// How much the value changes if the variables change in the twelfth digit: where that is a lot, so does rounding.
double sensitivity(ExprStore const& store, ExprId expr, std::vector<Value> const& values, double time, double value) {
    double largest = 0;
    for (double const factor : {1 + 1e-12, 1 - 1e-12}) {
        std::vector<Value> moved = values;
        for (Value& v : moved) {
            if (v.kind() == ValueKind::real) v = Value::real(v.as_real() * factor);
        }
        double const other = evaluate(store, expr, with_time(moved, time * factor)).as_real();
        largest = std::isnan(other) ? 1e300 : std::max(largest, std::fabs(other - value));
    }
    return largest;
}

}  // namespace

TEST_CASE("simplification preserves the value of random expressions") {
    int compared = 0;
    int changed = 0;
    for (std::uint64_t seed = 0; seed < 20'000; ++seed) {
        ExprStore store;
        RandomExpression random(store, seed, {.depth = 5, .variables = simplified_variables, .symbols = {}});
        ExprId const expr = random.any();
        ExprId const simple = simplify(store, expr);
        REQUIRE(store.type(simple) == store.type(expr));
        if (simple != expr) ++changed;
        for (int point = 0; point < 3; ++point) {
            std::vector<Value> const values = random_values(random, simplified_variables);
            double const time = 0.625;
            Evaluation const before = evaluate(store, expr, with_time(values, time));
            if (!before.has_value()) continue;
            Evaluation const after = evaluate(store, simple, with_time(values, time));
            TestNames names;
            INFO("seed " << seed << ": " << to_string(store, expr, names) << "\n  -> "
                         << to_string(store, simple, names));
            double const value = before.as_real();
            if (before.value.is_number()) {
                double const noise = sensitivity(store, expr, values, time, value);
                if (noise > 1e-6 * (1 + std::fabs(value))) continue;
                REQUIRE(after.has_value());
                REQUIRE(after.as_real() == Approx(value).epsilon(1e-6).margin(1e-6));
            } else {
                REQUIRE(after.has_value());
                REQUIRE(after.value == before.value);
            }
            ++compared;
        }
    }
    CHECK(compared > 20'000);
    CHECK(changed > 8'000);
}

TEST_CASE("simplifying twice gives what simplifying once gives") {
    int differ = 0;
    for (std::uint64_t seed = 0; seed < 5'000; ++seed) {
        ExprStore store;
        RandomExpression random(store, seed + 500'000, {.depth = 5, .variables = simplified_variables, .symbols = {}});
        ExprId const once = simplify(store, random.any());
        if (simplify(store, once) != once) ++differ;
    }
    // Rules are applied once from the leaves up; a few expressions get simpler in a second round.
    CHECK(differ < 500);
}
