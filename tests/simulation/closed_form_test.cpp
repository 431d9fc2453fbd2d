// Models of our own against their closed forms.
#include <catch2/catch.hpp>
#include <cmath>
#include <sstream>

#include "tests/simulation/pipeline.h"

using moo::test::Simulator;
using moo::test::Trajectory;

TEST_CASE("an oscillator follows the cosine and keeps its energy") {
    Simulator const simulator("Oscillator.mo");
    Trajectory const result = simulator.run("");
    REQUIRE(result.time.back() == 10);
    for (std::size_t i = 0; i < result.time.size(); ++i) {
        REQUIRE(std::abs(result["x"][i] - std::cos(2 * result.time[i])) < 1e-5);
        REQUIRE(std::abs(result["a"][i] + 4 * std::cos(2 * result.time[i])) < 1e-4);
        REQUIRE(std::abs(result["energy"][i] - 2) < 1e-4);
    }
}

TEST_CASE("a parameter and a start value can be set when the simulation starts") {
    Simulator const simulator("Oscillator.mo");
    Trajectory const result = simulator.run("--set w=3 --start x=2 --stop-time 1");
    CHECK(std::abs(result["x"].back() - 2 * std::cos(3.0)) < 1e-5);
}

TEST_CASE("a thermostat switches at the times of the closed form, as exactly as the tolerance asks") {
    // T tends to `target` as T(t) = target + (T0 - target) exp(-rate t).
    auto const time_to = [](double from, double to, double target) {
        return std::log((target - from) / (target - to)) / 0.5;
    };
    Simulator const simulator("Thermostat.mo");
    for (double const tolerance : {1e-6, 1e-9}) {
        std::ostringstream options;
        options << "--tolerance " << tolerance;
        Trajectory const result = simulator.run(options.str());
        std::vector<double> switches;
        for (std::size_t i = 1; i < result.time.size(); ++i) {
            if (result["on"][i] != result["on"][i - 1]) switches.push_back(result.time[i]);
        }
        REQUIRE(switches.size() >= 5);
        // A relative error of T = 20 passes the limit 20/4.5 times as much later, and each switch adds its own.
        double const allowed = tolerance * 20 / 4.5;
        double expected = time_to(20, 19, 10);
        for (std::size_t i = 0; i < switches.size(); ++i) {
            INFO("switch " << i + 1);
            CHECK(std::abs(switches[i] - expected) < allowed * static_cast<double>(i + 1));
            expected += i % 2 == 0 ? time_to(19, 21, 30) : time_to(21, 19, 10);
        }
    }
}

TEST_CASE("linear and nonlinear loops are solved") {
    Simulator const simulator("Loops.mo");
    Trajectory const result = simulator.run("--stop-time 2");
    for (std::size_t i = 0; i < result.time.size(); ++i) {
        REQUIRE(std::abs(result["a"][i] - 7.0 / 3 * result.time[i]) < 1e-9);
        REQUIRE(std::abs(result["b"][i] - 2.0 / 3 * result.time[i]) < 1e-9);
        // c^3 + c*c^2 = 2
        REQUIRE(std::abs(result["c"][i] - 1) < 1e-9);
    }
    CHECK(std::abs(result["x"].back() - 2) < 1e-6);
}

TEST_CASE("an assertion ends the simulation with its message and its place") {
    Simulator const simulator("Limits.mo");
    auto const outcome = simulator.try_run("");
    CHECK(outcome.exit_code == 1);
    CHECK(outcome.errors.find("Limits.mo:5:3: the tank overflows") != std::string::npos);
}
