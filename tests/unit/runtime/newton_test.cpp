#include "runtime/math/newton.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <functional>

namespace moo::runtime {

namespace {

struct LambdaSystem final : DenseSystem {
    using Function = std::function<bool(Eigen::VectorXd const&, Eigen::VectorXd&)>;
    using Jacobian = std::function<bool(Eigen::VectorXd const&, Eigen::MatrixXd&)>;
    LambdaSystem(Function function, Jacobian derivative) : f(std::move(function)), df(std::move(derivative)) {}
    bool residual(Eigen::VectorXd const& x, Eigen::VectorXd& r) override {
        ++calls;
        return f(x, r);
    }
    bool jacobian(Eigen::VectorXd const& x, Eigen::MatrixXd& j) override { return df(x, j); }
    Function f;
    Jacobian df;
    int calls = 0;
};

Eigen::VectorXd vector(std::initializer_list<double> values) {
    Eigen::VectorXd v(static_cast<Eigen::Index>(values.size()));
    std::copy(values.begin(), values.end(), v.begin());
    return v;
}

}  // namespace

TEST_CASE("a linear system is solved to rounding, also from a far start") {
    Eigen::Matrix2d a;
    a << 1e6, 2.0, 3.0, 4e-6;
    Eigen::Vector2d const b(1.0, 2.0);
    LambdaSystem system([&](Eigen::VectorXd const& x, Eigen::VectorXd& r) { return r = a * x - b, true; },
                        [&](Eigen::VectorXd const&, Eigen::MatrixXd& j) { return j = a, true; });
    Eigen::VectorXd x = vector({1e12, -1e12});
    REQUIRE(solve_linear(system, vector({1.0, 1.0}), x) == NewtonResult::converged);
    // By Cramer's rule: the determinant is 4 - 6.
    CHECK(x[0] == Approx((1.0 * 4e-6 - 2.0 * 2.0) / -2.0).epsilon(1e-12));
    CHECK(x[1] == Approx((1e6 * 2.0 - 3.0) / -2.0).epsilon(1e-12));
}

TEST_CASE("the solution of a linear system does not depend on where it starts, to the last bit") {
    Eigen::Matrix3d a;
    a << 0.1, 0.7, -0.3, 1.9, 0.2, 0.6, -0.5, 0.3, 1.1;
    Eigen::Vector3d const b(0.3, -0.7, 1.3);
    LambdaSystem system([&](Eigen::VectorXd const& x, Eigen::VectorXd& r) { return r = a * x - b, true; },
                        [&](Eigen::VectorXd const&, Eigen::MatrixXd& j) { return j = a, true; });
    Eigen::VectorXd const nominal = Eigen::VectorXd::Ones(3);
    Eigen::VectorXd first = Eigen::VectorXd::Zero(3);
    REQUIRE(solve_linear(system, nominal, first) == NewtonResult::converged);
    for (double const scale : {1e-3, 1.0 / 3.0, 7.0, 1e5}) {
        Eigen::VectorXd x = scale * vector({0.9, -0.31, 0.77});
        REQUIRE(solve_linear(system, nominal, x) == NewtonResult::converged);
        CHECK(x == first);
    }
}

TEST_CASE("an ill-conditioned linear system is solved as well as its rounding allows") {
    // A Hilbert matrix: cond(A) is about 1e13, so two computed solutions agree in a few digits, but both solve the system.
    constexpr int size = 10;
    Eigen::MatrixXd a(size, size);
    for (int i = 0; i < size; ++i) {
        for (int k = 0; k < size; ++k) a(i, k) = 1.0 / (i + k + 1);
    }
    Eigen::VectorXd const b = Eigen::VectorXd::LinSpaced(size, 1.0, 2.0);
    LambdaSystem system([&](Eigen::VectorXd const& x, Eigen::VectorXd& r) { return r = a * x - b, true; },
                        [&](Eigen::VectorXd const&, Eigen::MatrixXd& j) { return j = a, true; });
    Eigen::VectorXd x = Eigen::VectorXd::Zero(size);
    NewtonOptions options;
    options.singular_below = 0.0;
    options.stall_tolerance = 0.0;
    REQUIRE(solve_linear(system, Eigen::VectorXd::Ones(size), x, options) == NewtonResult::converged);
    CHECK((a * x - b).lpNorm<Eigen::Infinity>() < 1e-12 * x.lpNorm<Eigen::Infinity>());
}

TEST_CASE("a singular linear system is refused if it has no solution, or if that is asked for") {
    double right_side = 2.0;
    LambdaSystem system(
        [&](Eigen::VectorXd const& x, Eigen::VectorXd& r) {
            r[0] = x[0] + x[1] - 1.0;
            r[1] = 2.0 * x[0] + 2.0 * x[1] - right_side;
            return true;
        },
        [](Eigen::VectorXd const&, Eigen::MatrixXd& j) {
            j << 1.0, 1.0, 2.0, 2.0;
            return true;
        });
    Eigen::VectorXd x = vector({0.0, 0.0});
    NewtonOptions options;
    options.accepts_singular = false;
    CHECK(solve_linear(system, vector({1.0, 1.0}), x, options) == NewtonResult::singular);
    REQUIRE(solve_linear(system, vector({1.0, 1.0}), x) == NewtonResult::converged);
    CHECK(x[0] == Approx(0.5));
    CHECK(x[1] == Approx(0.5));
    right_side = 3.0;
    CHECK(solve_linear(system, vector({1.0, 1.0}), x) == NewtonResult::singular);
}

TEST_CASE("damping brings the iteration home where full steps diverge") {
    // Full Newton steps on the arctangent diverge from any start beyond 1.39.
    LambdaSystem system([](Eigen::VectorXd const& x, Eigen::VectorXd& r) { return r[0] = std::atan(x[0] - 2.0), true; },
                        [](Eigen::VectorXd const& x, Eigen::MatrixXd& j) {
                            return j(0, 0) = 1.0 / (1.0 + (x[0] - 2.0) * (x[0] - 2.0)), true;
                        });
    Eigen::VectorXd x = vector({30.0});
    REQUIRE(solve_newton(system, vector({1.0}), x) == NewtonResult::converged);
    CHECK(x[0] == Approx(2.0).epsilon(1e-12));
}

TEST_CASE("steps are shortened where the residual is not defined") {
    // The first full step from 4 leads to a negative argument of the logarithm.
    LambdaSystem system([](Eigen::VectorXd const& x, Eigen::VectorXd& r) { return r[0] = std::log(x[0]), true; },
                        [](Eigen::VectorXd const& x, Eigen::MatrixXd& j) { return j(0, 0) = 1.0 / x[0], true; });
    Eigen::VectorXd x = vector({4.0});
    REQUIRE(solve_newton(system, vector({1.0}), x) == NewtonResult::converged);
    CHECK(x[0] == Approx(1.0).epsilon(1e-12));
}

TEST_CASE("equations without a solution are reported") {
    LambdaSystem system([](Eigen::VectorXd const& x, Eigen::VectorXd& r) { return r[0] = x[0] * x[0] + 1.0, true; },
                        [](Eigen::VectorXd const& x, Eigen::MatrixXd& j) { return j(0, 0) = 2.0 * x[0], true; });
    Eigen::VectorXd x = vector({3.0});
    CHECK(solve_newton(system, vector({1.0}), x) != NewtonResult::converged);
}

TEST_CASE("the units of equations and unknowns make no difference") {
    for (double const scale : {1e-9, 1.0, 1e9}) {
        LambdaSystem system(
            [&](Eigen::VectorXd const& x, Eigen::VectorXd& r) {
                r[0] = 1e5 * (x[0] * x[0] / (scale * scale) - 2.0);
                return true;
            },
            [&](Eigen::VectorXd const& x, Eigen::MatrixXd& j) { return j(0, 0) = 2e5 * x[0] / (scale * scale), true; });
        Eigen::VectorXd x = vector({3.0 * scale});
        REQUIRE(solve_newton(system, vector({scale}), x) == NewtonResult::converged);
        CHECK(x[0] / scale == Approx(std::sqrt(2.0)).epsilon(1e-12));
        CHECK(system.calls < 12);
    }
}

}  // namespace moo::runtime
