// Functions of models, in both back ends.
#include <catch2/catch.hpp>
#include <cmath>

#include "tests/simulation/pipeline.h"

using moo::test::Simulator;
using moo::test::Trajectory;

TEST_CASE("functions with all statements give their closed forms") {
    Simulator const simulator("Functions.mo");
    Trajectory const result = simulator.run("");
    REQUIRE(result.time.back() == 1);
    for (std::size_t i = 0; i < result.time.size(); ++i) {
        double const t = result.time[i];
        INFO("time " << t);
        REQUIRE(result["p"][i] == Approx(1 + 2 * t + 3 * t * t));
        REQUIRE(result["q.x"][i] == Approx(1 + std::cos(t)));
        REQUIRE(result["q.y"][i] == Approx(2 + std::sin(t)));
        REQUIRE(result["q.weights[1]"][i] == Approx(1 + t));
        REQUIRE(result["q.weights[2]"][i] == 2);
        REQUIRE(result["d"][i] == Approx(1));
        REQUIRE(result["root"][i] == Approx(std::sqrt(1 + t)));
        REQUIRE(result["r"][i] == 2);
        REQUIRE(result["w[1]"][i] == Approx(2 * t));
        REQUIRE(result["w[2]"][i] == Approx(3 * t));
        REQUIRE(result["w[3]"][i] == Approx(t));
        REQUIRE(result["picked"][i] == Approx(100 * t));
        REQUIRE(result["total"][i] == Approx(10 * t));
        REQUIRE(result["x"][i] == Approx(std::exp(-2 * t)).epsilon(1e-4));
    }
    CHECK(result["f"].back() == 720);
    CHECK(result["length"].back() == 15);
    CHECK(result["split"].back() == 4);
}

TEST_CASE("results of functions get their open sizes from arguments, first values and assignments") {
    Simulator const simulator("ResultShapes.mo");
    for (Trajectory const& result : {simulator.run(""), simulator.interpreted_results()}) {
        REQUIRE(result.time.back() == 1);
        for (std::size_t i = 0; i < result.time.size(); ++i) {
            double const t = result.time[i];
            INFO("time " << t);
            REQUIRE(result["a[1]"][i] == Approx(3 * t));
            REQUIRE(result["b[3]"][i] == Approx(t));
            REQUIRE(result["b[4]"][i] == 1);
            REQUIRE(result["w"][i] == Approx(3 * (t + 5)));
            REQUIRE(result["part.x"][i] == Approx(5 * t));
            if (std::abs(t - 0.5005) > 1e-6) REQUIRE(result["part_sum"][i] == Approx(t > 0.5005 ? t + 3 : t));
            REQUIRE(result["v"][i] == Approx(10 * t).margin(1e-6));
        }
        CHECK(result["c.y[2]"].back() == 0.5);
        CHECK(result["c.eta[3]"].back() == 4);
        CHECK(result["d.eta[3]"].back() == 8);
        CHECK(result["none.p"].back() == 3e5);
        CHECK(result["none.T"].back() == 0);
        CHECK(result["one.p"].back() == 3e5 + 2);
        CHECK(result["squares"].back() == 28);
    }
}

TEST_CASE("enumerations, Strings and subscripts can be set when the simulation starts") {
    Simulator const simulator("Functions.mo");
    Trajectory const slow = simulator.run("--set gear=3 --set name=abc --set k=2");
    CHECK(slow["x"].back() == Approx(std::exp(-1.25)).epsilon(1e-4));
    CHECK(slow["length"].back() == 1);
    CHECK(slow["picked"].back() == Approx(10));
    auto const outside = simulator.try_run("--set k=7");
    CHECK(outside.exit_code == 1);
    CHECK(outside.errors.find("Functions.mo:109:17: subscript 7 is out of range: dimension 1 has size 3") !=
          std::string::npos);
    auto const empty = simulator.try_run("--set name=");
    CHECK(empty.exit_code == 1);
    CHECK(empty.errors.find("in `Functions.count`: the text is empty") != std::string::npos);
}

TEST_CASE("functions in C get and give numbers, arrays, texts and objects") {
    Simulator const simulator("External.mo");
    Trajectory const result = simulator.run("");
    for (std::size_t i = 0; i < result.time.size(); ++i) {
        double const t = result.time[i];
        REQUIRE(result["y"][i] == Approx(5 + 3 * t));
        REQUIRE(result["mean"][i] == Approx(2 * t - 1.0 / 3));
        REQUIRE(result["scaled[2]"][i] == Approx(4 * t - 4));
        REQUIRE(result["root"][i] == Approx(std::sqrt(t)));
    }
    CHECK(result["good"].back() == 1);
    // Two objects, although they are constructed by the same expression.
    std::string const messages = simulator.try_run("").errors;
    std::size_t const first = messages.find("the counter is freed");
    REQUIRE(first != std::string::npos);
    std::size_t const second = messages.find("the counter is freed", first + 1);
    REQUIRE(second != std::string::npos);
    CHECK(messages.find("the counter is freed", second + 1) == std::string::npos);
    auto const failed = simulator.try_run("--set sign=-1");
    CHECK(failed.exit_code == 1);
    CHECK(failed.errors.find("in `External.checked`: no root of -") != std::string::npos);
}

TEST_CASE("arguments of a function that is called for its effect are put together") {
    Simulator const simulator("Announce.mo");
    CHECK(simulator.try_run("").exit_code == 0);
    auto const outcome = simulator.try_run("--set level=4");
    CHECK(outcome.exit_code == 1);
    CHECK(outcome.errors.find("it says: level 4 of tank!") != std::string::npos);
}
