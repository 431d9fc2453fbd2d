// Symbolic derivatives against finite differences.
#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "moo/expr/differentiate.h"
#include "moo/expr/evaluate.h"
#include "tests/support/expression_names.h"
#include "tests/support/random_expression.h"

namespace {

using namespace moo;
using namespace moo::test;

constexpr std::uint32_t variable_count = 4;

// The central difference with Richardson's extrapolation. NaN where f is not defined.
template <class F>
double difference(F f, double x, double step) {
    double const coarse = (f(x + step) - f(x - step)) / (2 * step);
    double const fine = (f(x + step / 2) - f(x - step / 2)) / step;
    return (4 * fine - coarse) / 3;
}

// A derivative can be compared only where the difference has settled: two step sizes agree. Near a pole, a kink
// or the border of the domain they do not.
template <class F>
bool has_settled(F f, double x, double& result) {
    constexpr double step = 1e-3;
    double const a = difference(f, x, step);
    double const b = difference(f, x, step / 3);
    result = b;
    return std::isfinite(a) && std::isfinite(b) && std::fabs(a - b) <= 1e-7 * (1 + std::fabs(a)) &&
           std::fabs(f(x)) < 1e4;
}

}  // namespace

TEST_CASE("partial derivatives agree with finite differences on ten thousand random expressions") {
    int compared = 0;
    int with_slope = 0;
    for (std::uint64_t seed = 0; compared < 10'000; ++seed) {
        REQUIRE(seed < 100'000);
        ExprStore store;
        RandomExpression random(store, seed, {.depth = 4, .variables = variable_count, .smooth = true, .symbols = {}});
        ExprId const expr = random.real();
        ExprId const unknown = random.real_variable(random.below(variable_count));
        Derivative const derivative = differentiate_by(store, expr, unknown);
        REQUIRE(derivative.has_value());

        std::vector<Value> values;
        for (std::uint32_t i = 0; i < variable_count; ++i) values.push_back(Value::real(random.number(2)));
        for (std::uint32_t i = 0; i < 2 * variable_count; ++i) values.push_back(Value::boolean(random.below(2) == 0));
        std::uint32_t const which = store.variable_of(unknown).index();
        double const x = values[which].as_real();
        auto f = [&](double at) {
            std::vector<Value> moved = values;
            moved[which] = Value::real(at);
            return evaluate(store, expr, dense_values(moved)).as_real();
        };
        double expected = 0;
        Evaluation const symbolic = evaluate(store, derivative.value, dense_values(values));
        if (!has_settled(f, x, expected) || !symbolic.has_value()) continue;
        ++compared;
        if (expected != 0) ++with_slope;
        TestNames names;
        INFO("seed " << seed << ": d/d" << to_string(store, unknown, names) << " of " << to_string(store, expr, names)
                     << "\n  = " << to_string(store, derivative.value, names));
        REQUIRE(symbolic.as_real() == Approx(expected).epsilon(1e-5).margin(1e-5));
    }
    CHECK(compared == 10'000);
    CHECK(with_slope > 3'000);
}

TEST_CASE("time derivatives agree with finite differences along moving variables") {
    // Variable i moves as a_i + b_i sin(w_i t).
    auto position = [](std::uint32_t i, double t) { return 0.3 * i - 0.2 + (0.5 + 0.2 * i) * std::sin((1.1 + i) * t); };
    auto velocity = [](std::uint32_t i, double t) { return (0.5 + 0.2 * i) * (1.1 + i) * std::cos((1.1 + i) * t); };
    auto values_at = [&](double t) {
        return [=](ExprStore const& store, ExprId id) {
            ExprKind const kind = store.kind(id);
            if (kind == ExprKind::time) return Value::real(t);
            std::uint32_t const variable = store.referenced_variable(id).index();
            if (kind == ExprKind::der) return Value::real(velocity(variable, t));
            if (store.type(id) == types::real) return Value::real(position(variable, t));
            return Value::boolean(variable % 2 == 0);
        };
    };
    auto moves = [](VarId) { return Motion::continuous; };
    int compared = 0;
    for (std::uint64_t seed = 0; compared < 10'000; ++seed) {
        REQUIRE(seed < 100'000);
        ExprStore store;
        RandomExpression random(store, seed + 1'000'000,
                                {.depth = 4, .variables = variable_count, .smooth = true, .symbols = {}});
        ExprId const expr = random.real();
        Derivative const derivative = differentiate_by_time(store, expr, moves);
        REQUIRE(derivative.has_value());
        double const t = random.number(3);
        auto f = [&](double at) { return evaluate(store, expr, values_at(at)).as_real(); };
        double expected = 0;
        Evaluation const symbolic = evaluate(store, derivative.value, values_at(t));
        if (!has_settled(f, t, expected) || !symbolic.has_value()) continue;
        ++compared;
        TestNames names;
        INFO("seed " << seed << ": " << to_string(store, expr, names)
                     << "\n  = " << to_string(store, derivative.value, names));
        REQUIRE(symbolic.as_real() == Approx(expected).epsilon(1e-5).margin(1e-5));
    }
    CHECK(compared == 10'000);
}
