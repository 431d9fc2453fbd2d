// Pendulums whose place is given by coordinates and constraints, against elliptic integrals and against integrations of
// their angles.
#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

#include "tests/simulation/systems/reference.h"

using moo::test::integrate_exactly;
using moo::test::Simulator;
using moo::test::Trajectory;
using moo::test::until;

namespace {

using std::numbers::pi;
constexpr double gravity = 9.81;

// Of a pendulum of length `length` with speed `speed` at the bottom: to and fro, or once round.
double period(double length, double speed) {
    double const k = speed / (2 * std::sqrt(gravity * length));
    double const unit = std::sqrt(length / gravity);
    return k < 1 ? 4 * unit * std::comp_ellint_1(k) : 2 / k * unit * std::comp_ellint_1(1 / k);
}

}  // namespace

TEST_CASE("a pendulum in Cartesian coordinates swings and turns over with the period of the closed form") {
    Simulator const simulator("CartesianPendulum.mo");
    for (double const speed : {5.0, 8.5, 9.2, 15.0}) {
        INFO("speed " << speed);
        double const end = 3 * period(2, speed);
        Trajectory const result = simulator.run(until(end) + " --set v0=" + std::to_string(speed));
        CHECK(std::abs(result["x"].back()) < 1e-4);
        CHECK(std::abs(result["y"].back() + 2) < 1e-6);
        CHECK(std::abs(result["vx"].back() - speed) < 1e-4);
        for (std::size_t i = 0; i < result.time.size(); ++i) {
            double const x = result["x"][i];
            double const y = result["y"][i];
            // The constraint and its derivative hold at each point, whatever the states are: nothing drifts.
            REQUIRE(std::abs(std::hypot(x, y) - 2) < 1e-8);
            REQUIRE(std::abs(x * result["vx"][i] + y * result["vy"][i]) < 1e-7);
            REQUIRE(std::abs(result["energy"][i] - speed * speed / 4) < 1e-4);
        }
    }
}

TEST_CASE("a pendulum starts on an axis, where the constraint can be solved for one coordinate only") {
    Simulator const simulator("AxisPendulum.mo");
    // From the side to the bottom it gains the speed sqrt(2 g L).
    double const full = period(1, std::sqrt(2 * gravity));
    Trajectory const result = simulator.run(until(full));
    CHECK(result["x"].front() == Approx(1));
    CHECK(std::abs(result["y"].front()) < 1e-9);
    CHECK(std::abs(result["x"].back() - 1) < 1e-4);
    CHECK(std::abs(result["y"].back()) < 1e-4);
    for (std::size_t i = 0; i < result.time.size(); ++i) {
        REQUIRE(std::abs(std::hypot(result["x"][i], result["y"][i]) - 1) < 1e-8);
        double const speed = std::hypot(result["vx"][i], result["vy"][i]);
        REQUIRE(std::abs(speed * speed / 2 + gravity * result["y"][i]) < 1e-4);
    }
}

TEST_CASE("the same pendulum with an angle has the same period") {
    Simulator const simulator("AngularPendulum.mo");
    for (double const speed : {5.0, 15.0}) {
        INFO("speed " << speed);
        double const end = 3 * period(2, speed);
        Trajectory const result = simulator.run(until(end) + " --set v0=" + std::to_string(speed));
        CHECK(std::abs(result["phi"].back() - (speed > 9 ? 6 * pi : 0)) < 1e-5);
        CHECK(std::abs(result["w"].back() - speed / 2) < 1e-5);
        for (std::size_t i = 0; i < result.time.size(); ++i) {
            // The rod carries the weight and turns the mass.
            double const expected = 0.5 * (gravity * std::cos(result["phi"][i]) + 2 * std::pow(result["w"][i], 2));
            REQUIRE(std::abs(result["F"][i] - expected) < 1e-6);
        }
    }
}

TEST_CASE("a double pendulum in Cartesian coordinates follows that of its angles") {
    // Angles from the vertical; the equations of motion of two point masses, solved for the accelerations.
    constexpr double l1 = 1, l2 = 0.7, m1 = 1, m2 = 0.6;
    auto const motion = [](double, std::array<double, 4> const& s) -> std::array<double, 4> {
        auto const [p1, p2, w1, w2] = s;
        double const c = std::cos(p1 - p2);
        double const n = std::sin(p1 - p2);
        // m l1 a1 + m2 l2 c a2 = b1;  l1 c a1 + l2 a2 = b2
        double const b1 = -m2 * l2 * w2 * w2 * n - (m1 + m2) * gravity * std::sin(p1);
        double const b2 = l1 * w1 * w1 * n - gravity * std::sin(p2);
        double const determinant = (m1 + m2) * l1 * l2 - m2 * l2 * c * l1 * c;
        return {w1, w2, (b1 * l2 - m2 * l2 * c * b2) / determinant, ((m1 + m2) * l1 * b2 - l1 * c * b1) / determinant};
    };
    Simulator const simulator("DoublePendulum.mo");
    Trajectory const result = simulator.run("");
    for (double const t : {0.5, 1.0, 2.0}) {
        INFO("time " << t);
        auto const expected = integrate_exactly<4>({pi / 2, pi, 0, 0}, t, motion);
        CHECK(std::abs(result.value("x1", t) - l1 * std::sin(expected[0])) < 1e-4);
        CHECK(std::abs(result.value("y1", t) + l1 * std::cos(expected[0])) < 1e-4);
        CHECK(std::abs(result.value("x2", t) - l1 * std::sin(expected[0]) - l2 * std::sin(expected[1])) < 1e-4);
        CHECK(std::abs(result.value("y2", t) + l1 * std::cos(expected[0]) + l2 * std::cos(expected[1])) < 1e-4);
    }
    for (std::size_t i = 0; i < result.time.size(); ++i) {
        double const dx = result["x2"][i] - result["x1"][i];
        double const dy = result["y2"][i] - result["y1"][i];
        REQUIRE(std::abs(std::hypot(result["x1"][i], result["y1"][i]) - l1) < 1e-8);
        REQUIRE(std::abs(std::hypot(dx, dy) - l2) < 1e-8);
        REQUIRE(std::abs(result["energy"][i] - 0.6 * gravity * 0.7) < 1e-5);
    }
}

TEST_CASE("a constraint that depends on time: a bead on a rotating rod flies off as the hyperbolic cosine") {
    Simulator const simulator("RotatingRod.mo");
    Trajectory const result = simulator.run("");
    for (std::size_t i = 0; i < result.time.size(); ++i) {
        double const angle = 1.5 * result.time[i];
        double const r = std::cosh(angle);
        REQUIRE(std::abs(result["x"][i] - r * std::cos(angle)) < 1e-6 * r);
        REQUIRE(std::abs(result["y"][i] - r * std::sin(angle)) < 1e-6 * r);
        // Coriolis: 2 m Omega r'
        REQUIRE(std::abs(result["N"][i] - 2 * 2 * 1.5 * 1.5 * std::sinh(angle)) < 1e-4 * r);
    }
}

TEST_CASE("a constraint that depends on time: a pendulum with a rope of prescribed length") {
    auto const length = [](double t) { return 1 + 0.3 * std::sin(2 * t); };
    auto const motion = [&](double t, std::array<double, 2> const& s) -> std::array<double, 2> {
        double const l = length(t);
        return {s[1], -(2 * 0.6 * std::cos(2 * t) * s[1] + gravity * std::sin(s[0])) / l};
    };
    Simulator const simulator("WinchedPendulum.mo");
    Trajectory const result = simulator.run("");
    // vx = L' sin(phi) + L phi' cos(phi) = 0 at the start
    double const start = std::asin(0.5);
    double const speed = -0.6 * std::tan(start);
    for (double const t : {0.5, 2.0, 3.5, 5.0}) {
        INFO("time " << t);
        auto const expected = integrate_exactly<2>({start, speed}, t, motion);
        CHECK(std::abs(result.value("x", t) - length(t) * std::sin(expected[0])) < 1e-5);
        CHECK(std::abs(result.value("y", t) + length(t) * std::cos(expected[0])) < 1e-5);
    }
}

// Altmeyer, Steinbrecher: "Regularization and Numerical Simulation of Dynamical Systems Modeled with Modelica".
TEST_CASE("a pendulum with a period of two seconds is back after one swing, and after five hundred") {
    Simulator const simulator("PeriodPendulum.mo");
    for (double const end : {2.0, 1000.0}) {
        INFO("after " << end << " s");
        Trajectory const result = simulator.run(until(end));
        // Position is flat where it is back; the speed shows how late it is: by 1.4e-9 s and 4e-4 s.
        double const allowed = end > 2.0 ? 1e-3 : 1e-8;
        CHECK(std::abs(result["x"].back() - 1) < allowed);
        CHECK(std::abs(result["y"].back()) < allowed);
        CHECK(std::abs(result["vy"].back()) < 13.75 * allowed);
        for (std::size_t i = 0; i < result.time.size(); ++i) {
            REQUIRE(std::abs(result["drift"][i]) < 1e-9);
            REQUIRE(std::abs(result["x"][i] * result["vx"][i] + result["y"][i] * result["vy"][i]) < 1e-8);
            REQUIRE(std::abs(result["energy"][i]) < (end > 2.0 ? 1e-4 : 1e-6));
        }
    }
}
