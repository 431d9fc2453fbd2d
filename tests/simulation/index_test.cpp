// Models whose equations constrain their states, against closed forms.
#include <catch2/catch.hpp>
#include <cmath>
#include <sstream>

#include "tests/simulation/pipeline.h"

using moo::test::Simulator;
using moo::test::Trajectory;

namespace {

// Of a pendulum that is released at an angle.
double period(double length, double angle) {
    return 4 * std::sqrt(length / 9.81) * std::comp_ellint_1(std::sin(angle / 2));
}

std::string until(double time) {
    std::ostringstream options;
    options.precision(17);
    options << "--stop " << time;
    return options.str();
}

}  // namespace

TEST_CASE("a pendulum in Cartesian coordinates keeps its length, its energy and its period") {
    Simulator const simulator("Pendulum.mo");
    double const swing = period(1, std::acos(0.0));
    // From one side to the other and back, four times: each coordinate is a bad state twice in each swing.
    Trajectory const result = simulator.run(until(4 * swing));
    for (std::size_t i = 0; i < result.time.size(); ++i) {
        REQUIRE(std::abs(std::hypot(result["x"][i], result["y"][i]) - 1) < 1e-8);
        REQUIRE(std::abs(result["x"][i] * result["vx"][i] + result["y"][i] * result["vy"][i]) < 1e-7);
        REQUIRE(std::abs(result["energy"][i]) < 1e-5);
    }
    CHECK(std::abs(result["x"].back() - 1) < 1e-6);
    CHECK(std::abs(result["y"].back()) < 1e-5);
    CHECK(std::abs(simulator.run(until(swing / 4))["x"].back()) < 1e-5);
    CHECK(std::abs(simulator.run(until(swing / 2))["x"].back() + 1) < 1e-6);
}

TEST_CASE("a pendulum with an angle has the period of the closed form") {
    Simulator const simulator("AnglePendulum.mo");
    double const swing = period(1, 1.5);
    Trajectory const result = simulator.run(until(2 * swing));
    CHECK(std::abs(result["phi"].back() - 1.5) < 1e-5);
    for (std::size_t i = 0; i < result.time.size(); ++i) {
        double const phi = result["phi"][i];
        double const w = result["w"][i];
        REQUIRE(std::abs(result["vx"][i] - w * std::cos(phi)) < 1e-9);
        REQUIRE(std::abs(w * w / 2 - 9.81 * (std::cos(phi) - std::cos(1.5))) < 1e-5);
        REQUIRE(std::abs(result["force"][i] - (w * w + 9.81 * std::cos(phi))) < 1e-7);
    }
}

TEST_CASE("two inertias behind a gear move as one") {
    Simulator const simulator("GearedInertias.mo");
    // j1 + j2/ratio^2 = 2.5
    Trajectory const result = simulator.run("");
    for (std::size_t i = 0; i < result.time.size(); ++i) {
        double const t = result.time[i];
        REQUIRE(std::abs(result["w1"][i] - 2 * t) < 1e-5);
        REQUIRE(std::abs(result["phi1"][i] - t * t) < 1e-5);
        REQUIRE(std::abs(result["phi2"][i] - result["phi1"][i] / 3) < 1e-12);
        REQUIRE(std::abs(result["tau1"][i] - 4) < 1e-9);
    }
    CHECK(std::abs(simulator.run("--set ratio=6")["w1"].back() - 10.0) < 1e-5);
}
