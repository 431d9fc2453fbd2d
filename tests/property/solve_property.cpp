// Solutions satisfy the equations that they were found from.
#include <catch2/catch.hpp>
#include <cmath>

#include "moo/expr/evaluate.h"
#include "moo/expr/free_variables.h"
#include "moo/expr/solve.h"
#include "tests/support/expression_names.h"
#include "tests/support/random_values.h"

namespace {

using namespace moo;
using namespace moo::test;

constexpr std::uint32_t solved_variables = 4;

struct Counts {
    int solved = 0;
    int checked = 0;
};

// Puts the solution in at random points at which it must hold.
void check(ExprStore& store, RandomExpression& random, ExprId lhs, ExprId rhs, ExprId unknown, Counts& counts) {
    Solution const solution =
        solve_for(store, lhs, rhs, unknown, [](VarId variable) { return variable.index() % solved_variables == 3; });
    if (!solution.has_value()) return;
    ++counts.solved;
    TestNames names;
    INFO(to_string(store, lhs, names) << " = " << to_string(store, rhs, names)
                                      << "\n  x0 = " << to_string(store, solution.solution, names));
    REQUIRE_FALSE(FreeVariables(store).contains(solution.solution, unknown));
    for (int point = 0; point < 3; ++point) {
        std::vector<Value> values = random_values(random, solved_variables);
        ValueSource const source = with_time(values, 0.375);
        bool vanishes = false;
        for (ExprId const divisor : {solution.divisor, solution.pole}) {
            if (!divisor) continue;
            Evaluation const value = evaluate(store, divisor, source);
            vanishes = vanishes || !value.has_value() || std::fabs(value.as_real()) < 1e-3;
        }
        if (vanishes) continue;
        if (solution.condition) {
            Evaluation const condition = evaluate(store, solution.condition, source);
            if (!condition.has_value() || !condition.value.as_boolean()) continue;
        }
        Evaluation const x = evaluate(store, solution.solution, source);
        if (!x.has_value() || std::fabs(x.as_real()) > 1e3) continue;
        auto residual = [&](double at) {
            values[0] = Value::real(at);
            return evaluate(store, lhs, source).as_real() - evaluate(store, rhs, source).as_real();
        };
        // Where the last digits of x matter this much, rounding decides.
        double const nudge = 1e-12 * (1 + std::fabs(x.as_real()));
        double const slope = std::fabs(residual(x.as_real() + nudge) - residual(x.as_real() - nudge));
        if (!(slope < 1e-7)) continue;
        values[0] = x.value;
        Evaluation const left = evaluate(store, lhs, source);
        Evaluation const right = evaluate(store, rhs, source);
        if (!left.has_value() || !right.has_value() || std::fabs(left.as_real()) > 1e4) continue;
        ++counts.checked;
        REQUIRE(left.as_real() == Approx(right.as_real()).epsilon(1e-6).margin(1e-6));
    }
}

// An expression without the unknown x0.
ExprId without_unknown(ExprStore& store, RandomExpression& random) {
    for (;;) {
        ExprId const expr = random.real();
        if (!FreeVariables(store).contains(expr, random.real_variable(0))) return expr;
    }
}

}  // namespace

TEST_CASE("solutions of random equations satisfy them") {
    Counts counts;
    for (std::uint64_t seed = 0; seed < 20'000; ++seed) {
        ExprStore store;
        RandomExpression random(store, seed, {.depth = 3, .variables = solved_variables, .symbols = {}});
        ExprId const lhs = random.real();
        ExprId const rhs = random.real();
        check(store, random, lhs, rhs, random.real_variable(0), counts);
    }
    CHECK(counts.solved > 2'000);
    CHECK(counts.checked > 2'000);
}

TEST_CASE("chains of invertible operations are always solved") {
    static constexpr Builtin invertible[] = {Builtin::exp,  Builtin::log,  Builtin::sqrt, Builtin::sinh, Builtin::tanh,
                                             Builtin::asin, Builtin::acos, Builtin::atan, Builtin::log10};
    Counts counts;
    int built = 0;
    for (std::uint64_t seed = 0; seed < 5'000; ++seed) {
        ExprStore store;
        RandomExpression random(store, seed,
                                {.depth = 2, .variables = solved_variables, .logic = false, .symbols = {}});
        ExprId const unknown = random.real_variable(0);
        ExprId expr = unknown;
        for (std::uint64_t i = 0; i < 1 + random.below(3); ++i) {
            // A product with the literal zero has no solution.
            ExprId const other = store.add(without_unknown(store, random), random.real_variable(1));
            switch (random.below(6)) {
                case 0: expr = store.add(other, expr); break;
                case 1: expr = store.sub(other, expr); break;
                case 2: expr = store.mul(expr, other); break;
                case 3: expr = store.pow(expr, store.integer(3)); break;
                default: expr = store.builtin(invertible[random.below(std::size(invertible))], {expr}); break;
            }
        }
        ++built;
        check(store, random, expr, random.real_variable(2), unknown, counts);
    }
    CHECK(counts.solved > built * 9 / 10);
    CHECK(counts.checked > 2'000);
}
