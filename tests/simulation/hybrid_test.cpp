// Events, clocks and initial values of hybrid models against their closed forms.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <string>
#include <utility>

#include "tests/simulation/pipeline.h"

using moo::test::Simulator;
using moo::test::Trajectory;

TEST_CASE("each solver method of a clocked partition is the one that its name says") {
    Simulator const simulator("ClockedMethods.mo");
    Trajectory const result = simulator.run("");
    // What one step makes of x' = z x/h, as the specification's table has it; the input stands still.
    double const z = -0.1;
    std::pair<char const*, double> const factors[] = {
        {"euler", 1 + z},
        {"midpoint", 1 + z + z * z / 2},
        {"runge_kutta", 1 + z + z * z / 2 + z * z * z / 6 + z * z * z * z / 24},
        {"implicit", 1 / (1 - z)},
        {"trapezoid", (1 + z / 2) / (1 - z / 2)},
    };
    for (auto const& [method, factor] : factors) {
        for (int n = 0; n <= 10; ++n) {
            INFO(method << ", tick " << n);
            CHECK(std::abs(result.value(std::string(method) + ".y", 0.1 * n + 0.01) - 1 + std::pow(factor, n)) < 1e-12);
        }
    }
}

TEST_CASE("constraints are differentiated in a clocked partition") {
    Simulator const simulator("ClockedInverse.mo");
    Trajectory const result = simulator.run("");
    double f = 0;
    double df = 0;
    for (int n = 0; n <= 10; ++n) {
        double const ddf = 4 * (1 - f) - 4 * df;
        INFO("tick " << n);
        CHECK(std::abs(result.value("f_held", 0.1 * n + 0.01) - f) < 1e-12);
        CHECK(std::abs(result.value("w_held", 0.1 * n + 0.01) - (ddf + f)) < 1e-12);
        f += 0.1 * df;
        df += 0.1 * ddf;
    }
}

TEST_CASE("a discretized partition steps in the state that is asked for") {
    Simulator const simulator("ClockedWish.mo");
    Trajectory const result = simulator.run("");
    double temperature = 2;
    double x = 1;
    for (int n = 0; n <= 10; ++n) {
        for (int i = 0; i < 20; ++i) x -= (x + x * x * x - temperature) / (1 + 3 * x * x);
        INFO("tick " << n);
        CHECK(std::abs(result.value("T_held", 0.1 * n + 0.01) - temperature) < 1e-8);
        CHECK(std::abs(result.value("x_held", 0.1 * n + 0.01) - x) < 1e-8);
        temperature += 0.1 * (1 + 3 * x * x) * -x;
    }
}

TEST_CASE("the value of a call decides what it constrains, its annotation what the derivatives are") {
    Simulator const simulator("Adaptor.mo");
    Trajectory const result = simulator.run("");
    for (std::size_t i = 0; i < result.time.size(); ++i) {
        REQUIRE(std::abs(result["v"][i] - 3 * std::cos(3 * result.time[i])) < 1e-12);
        REQUIRE(std::abs(result["force"][i] + 18 * std::sin(3 * result.time[i])) < 1e-12);
    }
}

TEST_CASE("edges behind the initialization are seen, those before it are not") {
    Simulator const simulator("StartEdge.mo");
    Trajectory const result = simulator.run("");
    CHECK(result["seen"].front() == 1);
    CHECK(result["due"].front() == 0.25);
    CHECK(result.value("seen", 1.5) == 2);
    CHECK(result.value("due", 1.5) == 1.25);
    CHECK(result["fired"].back() == 0);
}

TEST_CASE("actions of `when initial()` happen") {
    Simulator const simulator("StartAction.mo");
    Trajectory const result = simulator.run("");
    CHECK(result.time.back() == 0);
}

TEST_CASE("a delay hands whole numbers on as they are, and their jumps in time") {
    Simulator const simulator("DelayedSteps.mo");
    Trajectory const result = simulator.run("");
    for (int k = 0; k < 5; ++k) {
        INFO("jump " << k);
        double const out = 0.3 + 0.7 * k + 0.1;
        CHECK(std::abs(result.value("jumped", out + 0.05) - out) < 1e-12);
        CHECK(result.value("late", out + 0.05) == k + 2);
        CHECK(result.value("late", out - 0.05) == k + 1);
    }
}

TEST_CASE("of several initial solutions homotopy leads to the one that is meant") {
    Simulator const simulator("Schmitt.mo");
    Trajectory const result = simulator.run("");
    CHECK(result["v_out"].front() == -1);
    // c falls towards -1 until v_in = -0.5 - c is no longer below -1/1000.
    double const turn = -std::log(0.501);
    CHECK(std::abs(result.value("c", turn - 0.01) + 1 - std::exp(-(turn - 0.01))) < 5e-3);
    CHECK(result.value("v_out", turn - 0.01) == -1);
    CHECK(result.value("v_out", turn + 0.01) == 1);
}

TEST_CASE("a relation of time changes where rounding lets it, not where its border was computed") {
    Simulator const simulator("LateBorder.mo");
    struct Case {
        char const* options;
        double border;
    };
    for (Case const& c : {Case{"", 0.5}, Case{"--set offset=1000 --set border=1000.5", 0.5},
                          Case{"--set factor=3 --set offset=0 --set border=1", 1.0 / 3.0},
                          Case{"--set offset=1 --set border=1", 0.0},
                          Case{"--set factor=7 --set offset=0.3 --set border=1.28", 0.14}}) {
        INFO(c.options);
        Trajectory const result = simulator.run(c.options);
        CHECK(std::abs(result["strict"].back() - (1 - c.border)) < 1e-9);
        CHECK(result["count"].back() == 1);
    }
    CHECK(std::abs(Simulator("LateStep.mo").run("")["x"].back() + 1.5) < 1e-9);
}

TEST_CASE("a fixed start value of a discrete variable contradicts nothing that the variable is") {
    Trajectory const result = Simulator("PastStart.mo").run("");
    CHECK(result["off"].front() == 0);
    CHECK(std::abs(result["x"].back() - std::exp(-1.0)) < 1e-5);
}

TEST_CASE("each operator that makes or avoids events does so at its time, and once") {
    Simulator const simulator("EventOperators.mo");
    Trajectory const result = simulator.run("");
    std::size_t events = 0;
    for (std::size_t i = 0; i < result.time.size(); ++i) {
        double const t = result.time[i];
        INFO("time " << t);
        if (i > 0 && t == result.time[i - 1]) ++events;
        auto const is = [&](char const* name, double value) {
            INFO(name << " is " << result[name][i] << ", not " << value);
            REQUIRE(std::abs(result[name][i] - value) < 1e-7);
        };
        is("x", t);
        is("bend", t < 1 ? t : 2 - t);
        is("kink", std::min(t, 1.1));
        is("distance", std::abs(t - 0.9));
        is("pipe0", t);
        is("pipe1", t < 0.5 ? 0 : t - 0.5);
        // Where something jumps, there is a row for each side.
        auto const far_from = [&](double step) { return std::abs(t / step - std::round(t / step)) > 1e-6; };
        if (std::abs(t - 0.9) > 1e-6) is("side", t < 0.9 ? -1 : 1);
        if (far_from(1.0 / 3)) is("n", std::floor(3 * t));
        if (far_from(1.0 / 3)) is("whole", std::floor(3 * t));
        if (far_from(0.5)) is("down", std::floor(-2 * t));
        if (far_from(0.5)) is("up", std::ceil(2 * t));
        if (far_from(0.4)) is("rest", t - 0.4 * std::floor(t / 0.4));
        if (far_from(0.4)) is("signed_rest", -(t - 0.4 * std::floor(t / 0.4)));
        if (far_from(0.4)) is("quotient", std::floor(t / 0.4));
        if (far_from(1)) is("saw", t - std::floor(t));
        if (far_from(1)) is("bounces", std::floor(t));
        if (far_from(0.1)) is("b", t > 0.7 && t < 1.3 ? 1 : 0);
        if (far_from(0.1)) is("edges", t > 0.7 ? 1 : 0);
        if (far_from(0.1)) is("changes", t > 1.3 ? 2 : t > 0.7 ? 1 : 0);
        is("started", 1);
        if (t < 2) is("ended", 0);
    }
    CHECK(result["ended"].back() == 1);
    CHECK(result["before"].back() == Approx(1));
    // Behind the start, at 1/3, 0.4, 0.5, 2/3, 0.7, 0.8, 1, 1.1, 1.2, 1.3, 4/3, 1.5, 1.6, 5/3 and 2, and none at 0.9;
    // and the end of the simulation itself.
    CHECK(events == 17);
    auto const outcome = simulator.try_run("");
    CHECK(outcome.errors.find("EventOperators.mo:48:3: late") != std::string::npos);
}

TEST_CASE("what a clause for the start alone sets may count from its start value") {
    Trajectory const result = Simulator("StartCount.mo").run("");
    CHECK(result["started"].front() == 6);
    CHECK(result["started"].back() == 6);
    CHECK(result["seen"].back() == 0);
}
