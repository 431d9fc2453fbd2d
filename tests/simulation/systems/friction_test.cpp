// Dry friction as a curve with a parameter and three modes, against closed forms.
#include <catch2/catch.hpp>
#include <cmath>

#include "tests/simulation/systems/reference.h"

using moo::test::Simulator;
using moo::test::Trajectory;

TEST_CASE("a block rests until the force exceeds the friction, and comes to rest when it ends") {
    Simulator const simulator("FrictionBlock.mo");
    Trajectory const result = simulator.run("");
    for (std::size_t i = 0; i < result.time.size(); ++i) {
        double const t = result.time[i];
        double const v = t < 1.5 ? 0 : t < 3 ? std::pow(t - 1.5, 2) / 2 : t < 3.75 ? 1.125 - 1.5 * (t - 3) : 0;
        INFO("time " << t);
        REQUIRE(std::abs(result["v"][i] - v) < 1e-5);
    }
    for (double const t : {0.48, 0.96, 1.44}) CHECK(std::abs(result.value("f", t) - 2 * t) < 1e-9);
    CHECK(result.value("f", 2) == 3);
    CHECK(result.value("mode", 2) == 1);
    CHECK(result.value("mode", 3.7) == 1);
    CHECK(result.value("mode", 3.8) == 0);
    CHECK(std::abs(result["f"].back()) < 1e-9);
}

TEST_CASE("of two blocks with friction the right one starts to slide") {
    Simulator const simulator("TwoBlocks.mo");
    Trajectory const result = simulator.run("");
    for (std::size_t i = 0; i < result.time.size(); ++i) {
        double const t = result.time[i];
        // Both rest; then both move as one on the floor; then the upper one slides on the lower one.
        double const v1 = t < 0.1 ? 0 : t < 1.1 ? 0.5 * (t - 0.1) : 0.5 + 0.9 * (t - 1.1);
        double const v2 = t < 0.1 ? 0 : t < 1.1 ? 0.5 * (t - 0.1) : 0.5 + 2 * (t - 1.1);
        INFO("time " << t);
        REQUIRE(std::abs(result["v1"][i] - v1) < 1e-6);
        REQUIRE(std::abs(result["v2"][i] - v2) < 1e-6);
    }
    CHECK(std::abs(result.value("floor.f", 0.05) - 0.9) < 1e-9);
    CHECK(std::abs(result.value("between.f", 0.05)) < 1e-9);
    CHECK(std::abs(result.value("between.f", 0.5) - 0.6) < 1e-9);
    CHECK(result.value("floor.mode", 0.5) == 1);
    CHECK(result.value("between.mode", 0.5) == 0);
    CHECK(result.value("between.mode", 1.5) == 1);
}

TEST_CASE("stick and slip alternate with the period of the closed form") {
    // At rest until the spring has the force 3; then the stretch swings around 0.5 with amplitudes 0.25 and v0/w, until
    // the block has lost its speed, at stretch 0.25.
    double const w = 2;
    double const v0 = 0.5;
    double const first = 1.5;
    double const slip = (2 * std::acos(-1.0) - 2 * std::atan(0.25 * w / v0)) / w;
    double const period = slip + 1;
    Simulator const simulator("StickSlip.mo");
    Trajectory const result = simulator.run("");
    for (std::size_t i = 0; i < result.time.size(); ++i) {
        double const t = result.time[i];
        double const part = t < first ? slip + 1 : std::fmod(t - first, period);
        double z = v0 * t;
        double v = 0;
        if (t >= first && part < slip) {
            z = 0.5 + 0.25 * std::cos(w * part) + v0 / w * std::sin(w * part);
            v = v0 + 0.25 * w * std::sin(w * part) - v0 * std::cos(w * part);
        } else if (t >= first) {
            z = 0.25 + v0 * (part - slip);
        }
        INFO("time " << t);
        REQUIRE(std::abs(result["z"][i] - z) < 1e-4);
        REQUIRE(std::abs(result["v"][i] - v) < 1e-4);
    }
}
