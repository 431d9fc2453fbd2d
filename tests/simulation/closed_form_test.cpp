// Models of our own against their closed forms.
#include <algorithm>
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
    Trajectory const result = simulator.run("--set w=3 --start x=2 --stop 1");
    CHECK(std::abs(result["x"].back() - 2 * std::cos(3.0)) < 1e-5);
}

TEST_CASE("the parameter of an if-equation can be set when the simulation starts") {
    Simulator const simulator("Drag.mo");
    // v' = -v, v' = -v^2
    CHECK(std::abs(simulator.run("")["v"].back() - std::exp(-1.0)) < 1e-5);
    CHECK(std::abs(simulator.run("--set quadratic=true")["v"].back() - 0.5) < 1e-5);
    auto const outcome = simulator.try_run("--set quadratic=true --set m=-1");
    CHECK(outcome.errors.find("the mass is not positive") != std::string::npos);
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
    Trajectory const result = simulator.run("--stop 2");
    for (std::size_t i = 0; i < result.time.size(); ++i) {
        REQUIRE(std::abs(result["a"][i] - 7.0 / 3 * result.time[i]) < 1e-9);
        REQUIRE(std::abs(result["b"][i] - 2.0 / 3 * result.time[i]) < 1e-9);
        // c^3 + c*c^2 = 2
        REQUIRE(std::abs(result["c"][i] - 1) < 1e-9);
    }
    CHECK(std::abs(result["x"].back() - 2) < 1e-6);
}

TEST_CASE("homotopy helps the block in which it stands, and only that") {
    // Newton's method does not find the root of the first equation from 0. For the root -1 of the simplified equation y
    // would have no value.
    Simulator const simulator("HomotopyBlocks.mo");
    Trajectory const result = simulator.run("");
    double const x = result["x"].front();
    double const u = result["u"].front();
    CHECK(std::abs(x + 1.76) < 0.05);
    CHECK(std::abs(x * x * x - 2 * x + 2 + 0.1 * std::sin(u)) < 1e-9);
    CHECK(std::abs(u * u * u + std::exp(u) + 0.1 * std::sin(x) - x) < 1e-9);
    CHECK(std::abs(result["y"].front() - std::sqrt(-x - 1.5)) < 1e-9);
    CHECK(std::abs(result["z"].front() - 2 * x) < 1e-9);
    CHECK(std::abs(result["s"].back() - result["y"].front()) < 1e-6);
}

TEST_CASE("an assertion ends the simulation with its message and its place") {
    Simulator const simulator("Limits.mo");
    auto const outcome = simulator.try_run("");
    CHECK(outcome.exit_code == 1);
    std::size_t const told = outcome.errors.find("Limits.mo:5:3: the tank overflows");
    REQUIRE(told != std::string::npos);
    // Once, though the step that met it ended far behind.
    CHECK(outcome.errors.find("overflows", told + 40) == std::string::npos);
    CHECK(outcome.errors.find("the results end at time 0.5\n") != std::string::npos);
    CHECK(simulator.results().time.back() == 0.5);
}

TEST_CASE("relations inside a loop agree with its solution") {
    Simulator const simulator("PiecewiseLoop.mo");
    Trajectory const result = simulator.run("");
    for (std::size_t i = 0; i < result.time.size(); ++i) {
        double const t = result.time[i];
        // y = 2 t until y = 1, then 3 y - 1 = 4 t; w = (1 + t)/4 until w = 0.5, then 2 w + 1 = 1 + t.
        double const y = t < 0.5 ? 2 * t : (4 * t + 1) / 3;
        double const w = t < 1 ? (1 + t) / 4 : t / 2;
        REQUIRE(std::abs(result["y"][i] - y) < 1e-8);
        REQUIRE(std::abs(result["w"][i] - w) < 1e-8);
    }
}

TEST_CASE("a loop whose relation contradicts every solution stops with an error") {
    Simulator const simulator("NoSolution.mo");
    auto const outcome = simulator.try_run("");
    CHECK(outcome.exit_code == 1);
    CHECK(outcome.errors.find("`y > 1`") != std::string::npos);
}

TEST_CASE("events at the start and at the end are neither lost nor doubled, whatever the options") {
    Simulator const simulator("Borders.mo");
    for (char const* const options : {"", "--tolerance 1e-12", "--interval 1", "--interval 5", "--tolerance 1e-3"}) {
        INFO(options);
        Trajectory const result = simulator.run(options);
        CHECK(result["before"].back() == 1);
        CHECK(result["at_start"].back() == 0);
        CHECK(result["at_end"].back() == 1);
        CHECK(result["reached"].back() == 1);
        CHECK(*std::min_element(result.time.begin(), result.time.end()) == 0);
    }
}

TEST_CASE("a division by zero at the start is an error that names the variable") {
    Simulator const simulator("Divisor.mo");
    CHECK(simulator.run("")["y"].back() == 2);
    auto const outcome = simulator.try_run("--set p=0");
    CHECK(outcome.exit_code == 1);
    CHECK(outcome.errors.find("`y` is inf after the initialization") != std::string::npos);
}

TEST_CASE("when initial() alone, branches in another order, an if-expression on the left") {
    Simulator const simulator("InitialOnly.mo");
    Trajectory const result = simulator.run("");
    CHECK(result["n"].back() == 7);
    CHECK(result.value("a", 0.4) == 0);
    CHECK(result.value("b", 0.4) == 1);
    CHECK(result.value("a", 0.6) == 1);
    CHECK(result.value("x", 0.2) == 3);
    CHECK(result.value("x", 0.3) == 6);
    CHECK(result["held"].back() == 3);
    CHECK(std::abs(result["ramp"].back() - 3) < 1e-6);
}

TEST_CASE("arrays, loops, records and matrices become scalars: a rod cools down by its first mode") {
    Simulator const simulator("Heat.mo");
    Trajectory const result = simulator.run("");
    double const pi = std::acos(-1.0);
    double const wave = std::sin(pi / 20);
    double const lambda = 4 * 0.1 * 100 * wave * wave;
    for (std::size_t row = 0; row < result.time.size(); ++row) {
        double const decay = std::exp(-lambda * result.time[row]);
        double total = 0.0;
        for (int i = 1; i <= 9; ++i) {
            double const expected = std::sin(pi * i / 10) * decay;
            REQUIRE(std::abs(result["T[" + std::to_string(i) + "]"][row] - expected) < 1e-6);
            total += expected;
        }
        REQUIRE(std::abs(result["total"][row] - total) < 1e-5);
        REQUIRE(result["rotated[1]"][row] == -result["T[2]"][row]);
        REQUIRE(result["rotated[2]"][row] == result["T[1]"][row]);
    }
}

TEST_CASE("when-clauses keep their priorities, statements their order") {
    Simulator const simulator("Algorithms.mo");
    Trajectory const result = simulator.run("");
    REQUIRE(result.time.back() == 2);
    CHECK(result.value("level", 0.4) == 0);
    CHECK(result.value("level", 0.6) == 1);
    CHECK(result.value("level", 1.6) == 2);
    CHECK(result.value("level", 2) == 3);
    // Both conditions become true at the same moment: the first branch counts.
    CHECK(result.value("first", 2) == 1);
    // Two when-statements at the same moment: the second goes on from the first.
    CHECK(result.value("n", 0.9) == 0);
    CHECK(result.value("n", 1.1) == 11);
    CHECK(result.value("m", 1.1) == 1);
    CHECK(result.value("n", 1.3) == 22);
    CHECK(result.value("late", 1.3) == 1);
    CHECK(result.value("pulse", 1) == 5);
    for (std::size_t i = 0; i < result.time.size(); ++i) {
        double const t = result.time[i];
        // At an event there are points before and after it.
        bool const is_event =
            std::abs(t - 0.5) < 1e-6 || std::abs(t - 1.25) < 1e-6 || std::abs(t - 1) < 1e-6 || std::abs(t - 1.5) < 1e-6;
        if (is_event) continue;
        double const y = (t > 1.25 ? 2 * t : t > 0.5 ? -t : t) + 1;
        REQUIRE(std::abs(result["y"][i] - y) < 1e-6);
        double const z = t > 1.5 ? t - 2.5 : t > 1 ? t - 1 : t;
        REQUIRE(std::abs(result["z"][i] - z) < 1e-6);
    }
}

TEST_CASE("samplings, delays and clocks happen at their times; terminate ends the simulation") {
    Simulator const simulator("Sampled.mo");
    Trajectory const result = simulator.run("");
    CHECK(std::abs(result.time.back() - 1.55) < 1e-6);
    for (double const t : {0.13, 0.31, 0.47, 0.62, 0.83, 1.07, 1.19, 1.33, 1.52}) {
        INFO("time " << t);
        CHECK(std::abs(result.value("late", t) - std::max(0.0, t - 0.5)) < 0.01);
        double const held = t > 1.125 && t < 1.25 ? -1 : t < 0.25 ? 0 : std::floor((t - 0.25) / 0.5) * 0.5 + 0.25;
        CHECK(std::abs(result.value("held", t) - held) < 1e-9);
        // Every quarter of a second one more, every half of one a hundred more, the one before the hundred.
        double const n = std::floor(t / 0.25) + 1 + 100 * (std::floor(t / 0.5) + 1);
        CHECK(result.value("n", t) == n);
        double const last_half = std::floor(t / 0.5) * 0.5;
        CHECK(result.value("k", t) == std::floor(last_half / 0.25) + 1 + 100 * (last_half / 0.5 + 1));
        // The sum of i/100 for i up to the last tick.
        double const ticks = std::floor(t * 10);
        CHECK(std::abs(result.value("sum", t) - ticks * (ticks + 1) / 200) < 1e-6);
        double const slow_ticks = std::floor(t * 5) * 2;
        CHECK(std::abs(result.value("slow_held", t) - slow_ticks * (slow_ticks + 1) / 200) < 1e-6);
        CHECK(result.value("passed_held", t) == (t > 0.55 ? 1 : 0));
    }
}

TEST_CASE("initial values are found without start values") {
    Trajectory const result = Simulator("Starts.mo").run("");
    double d = 1;
    for (int i = 0; i < 60; ++i) d = 2 + 0.1 * d - std::exp(0.1 * d);
    for (std::size_t i = 0; i < result.time.size(); ++i) {
        double const t = result.time[i];
        INFO("time " << t);
        REQUIRE(std::abs(result["g"][i] - 1 / (4 + t)) < 1e-9);
        REQUIRE(std::abs(result["q"][i] - 3) < 1e-8);
        REQUIRE(std::abs(result["s"][i] + 2) < 1e-8);
        REQUIRE(std::abs(result["d"][i] - d) < 1e-8);
        REQUIRE(std::abs(result["e"][i] - d) < 1e-8);
        REQUIRE(std::abs(result["v"][i] - std::sin(t)) < 1e-6);
        REQUIRE(std::abs(result["above"][i] - (2.5 + t)) < 1e-6);
        REQUIRE(result["below"][i] == -1.5);
        REQUIRE(std::abs(result["root"][i] + 3) < 1e-8);
    }
    CHECK(result["y"].front() == 0.5);
    CHECK(result["y"].back() == 3.5);
}
