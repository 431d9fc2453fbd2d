// Circuits with constraints between their states, with ideal switches, and a sampled controller.
#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

#include "tests/simulation/systems/reference.h"

using moo::test::integrate_exactly;
using moo::test::Simulator;
using moo::test::Trajectory;

namespace {

using std::numbers::pi;

}  // namespace

TEST_CASE("capacitors in a loop with a source have one state, and the source's derivative drives it") {
    Simulator const simulator("CapacitorLoop.mo");
    Trajectory const result = simulator.run("");
    // v' + a v = b cos(5 t)
    double const a = 1 / (2 * 0.6);
    double const b = 5 * 0.2 / 0.6;
    double const scale = b / (a * a + 25);
    for (std::size_t i = 0; i < result.time.size(); ++i) {
        double const t = result.time[i];
        double const v = scale * (a * std::cos(5 * t) + 5 * std::sin(5 * t) - a * std::exp(-a * t));
        REQUIRE(std::abs(result["v1"][i] - v) < 1e-6);
        REQUIRE(std::abs(result["v2"][i] - v) < 1e-6);
        REQUIRE(std::abs(result["v3"][i] - (std::sin(5 * t) - v)) < 1e-6);
        double const slope = b * std::cos(5 * t) - a * v;
        REQUIRE(std::abs(result["i3"][i] - 0.2 * (5 * std::cos(5 * t) - slope)) < 1e-6);
    }
}

TEST_CASE("inductors that meet in a node have one state less") {
    auto const circuit = [](double, std::array<double, 2> const& i) -> std::array<double, 2> {
        double const i3 = -i[0] - i[1];
        double const u = ((10 - i[0]) / 0.1 + (5 - 2 * i[1]) / 0.2 - 3 * i3 / 0.3) / (1 / 0.1 + 1 / 0.2 + 1 / 0.3);
        return {(10 - i[0] - u) / 0.1, (5 - 2 * i[1] - u) / 0.2};
    };
    Simulator const simulator("InductorCutset.mo");
    Trajectory const result = simulator.run("");
    for (double const t : {0.02, 0.1, 0.3, 2.0}) {
        INFO("time " << t);
        auto const expected = integrate_exactly<2>({0, 0}, t, circuit);
        CHECK(std::abs(result.value("i1", t) - expected[0]) < 1e-6);
        CHECK(std::abs(result.value("i2", t) - expected[1]) < 1e-6);
        CHECK(std::abs(result.value("i3", t) + expected[0] + expected[1]) < 1e-6);
    }
}

TEST_CASE("a capacitance that a function finds to be zero whatever the voltage makes no state") {
    auto const circuit = [](double t, std::array<double, 1> const& v) -> std::array<double, 1> {
        double const factor = v[0] < 0.3 ? 1 / std::sqrt(1 - v[0]) : (1 + 0.5 * (v[0] - 0.3) / 0.7) / std::sqrt(0.7);
        return {(0.8 * std::sin(2 * t) - v[0] - 0.25 * v[0]) / (0.1 * factor)};
    };
    Simulator const simulator("JunctionCapacitance.mo");
    Trajectory const result = simulator.run("--tolerance 1e-8");
    for (std::size_t i = 0; i < result.time.size(); ++i) {
        REQUIRE(std::abs(result["without.v"][i] - 0.8 * std::sin(2 * result.time[i]) / 1.25) < 1e-12);
    }
    for (double const t : {0.5, 1.25, 2.5, 5.0}) {
        INFO("time " << t);
        CHECK(std::abs(result.value("with.v", t) - integrate_exactly<1>({0}, t, circuit)[0]) < 1e-6);
    }
}

TEST_CASE("an ideal diode charges a capacitor whenever the source is higher") {
    auto const circuit = [](double t, std::array<double, 1> const& v) -> std::array<double, 1> {
        double const current = std::max(0.0, (10 * std::sin(20 * t) - v[0]) / 0.1);
        return {(current - v[0] / 10) / 0.05};
    };
    Simulator const simulator("HalfWave.mo");
    Trajectory const result = simulator.run("");
    for (double const t : {0.05, 0.15, 0.3, 0.4, 0.7, 1.0}) {
        INFO("time " << t);
        CHECK(std::abs(result.value("v", t + 1e-9) - integrate_exactly<1>({0}, t, circuit)[0]) < 1e-5);
    }
    for (std::size_t i = 0; i < result.time.size(); ++i) {
        // Never both, and never against its direction.
        REQUIRE(std::abs(result["u"][i] * result["i"][i]) < 1e-9);
        REQUIRE(result["u"][i] < 1e-6);
        REQUIRE(result["i"][i] > -1e-6);
    }
}

TEST_CASE("rectifiers with two and six ideal diodes give the highest of the voltages") {
    Simulator const simulator("Bridges.mo");
    Trajectory const result = simulator.run("");
    for (std::size_t i = 0; i < result.time.size(); ++i) {
        double const angle = 10 * result.time[i];
        std::array<double, 3> const u = {100 * std::sin(angle), 100 * std::sin(angle - 2 * pi / 3),
                                         100 * std::sin(angle - 4 * pi / 3)};
        // Close to the change from one diode to the other the error is that of its time.
        CHECK(std::abs(result["two.load.p.v"][i] - std::abs(u[0])) < 1e-4);
        double const expected = *std::max_element(u.begin(), u.end()) - *std::min_element(u.begin(), u.end());
        CHECK(std::abs(result["six.load.p.v"][i] - result["six.load.n.v"][i] - expected) < 1e-4);
        CHECK(std::abs(result["six.load.p.i"][i] - expected / 5) < 1e-4);
    }
}

TEST_CASE("a thyristor conducts from the moment it is fired until its current ends") {
    Simulator const simulator("Thyristor.mo");
    Trajectory const result = simulator.run("");
    for (std::size_t i = 0; i < result.time.size(); ++i) {
        double const t = result.time[i];
        double const part = t - std::floor(t);
        if (std::abs(part - 0.2) < 1e-6) continue;  // before and behind the event
        double const expected = part > 0.2 && part < 0.5 ? 5 * std::sin(2 * pi * t) : 0;
        REQUIRE(std::abs(result["i"][i] - expected) < 1e-5);
    }
    CHECK(result.value("off", 0.1) == 1);
    CHECK(result.value("off", 0.3) == 0);
    CHECK(result.value("off", 2.3) == 0);
    CHECK(result.value("off", 2.6) == 1);
}

TEST_CASE("a sampled controller and its plant follow their exact recursion") {
    Simulator const simulator("SampledController.mo");
    Trajectory const result = simulator.run("--interval 0.05");
    double plant = 0;
    double memory = 0;
    for (int n = 0; n < 30; ++n) {
        double const t = 0.1 * n + 0.05 + 1e-9;  // behind a row
        double const u = 2 * (1 - plant) + memory;
        memory += 0.1 / 0.5 * (1 - plant);
        INFO("time " << t);
        CHECK(std::abs(result.value("u", t) - u) < 1e-6);
        CHECK(std::abs(result.value("xc", t) - memory) < 1e-6);
        CHECK(std::abs(result.value("xp", t) - (u + (plant - u) * std::exp(-0.05 / 0.4))) < 1e-6);
        plant = u + (plant - u) * std::exp(-0.1 / 0.4);
    }
}
