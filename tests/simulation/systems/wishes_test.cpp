// States that nobody differentiates, chosen since the model asks for them.
#include <array>
#include <catch2/catch.hpp>
#include <cmath>

#include "tests/simulation/systems/reference.h"

using moo::test::integrate_exactly;
using moo::test::Simulator;
using moo::test::Trajectory;
using moo::test::until;

TEST_CASE("wishes for states that follow from others change no result") {
    Simulator const simulator("WishedStates.mo");
    Trajectory const result = simulator.run("--tolerance 1e-9");
    for (std::size_t i = 0; i < result.time.size(); ++i) {
        double const t = result.time[i];
        double const decay = std::exp(-t);
        CAPTURE(t);
        REQUIRE(std::abs(result["x"][i] - decay) < 1e-6);
        REQUIRE(std::abs(result["far"][i] - (6 * decay + 3 * t - 1)) < 1e-6);
        REQUIRE(std::abs(result["y"][i] - 2 * decay * decay) < 1e-6);
        REQUIRE(std::abs(result["root"][i] * (1 + std::pow(result["root"][i], 2)) - 2 * decay * decay) < 1e-6);
        REQUIRE(std::abs(result["z"][i] - (1 - t)) < 1e-6);
        REQUIRE(std::abs(result["square"][i] - std::pow(1 - t, 2)) < 1e-6);
        REQUIRE(std::abs(result["w"][i] - decay) < 1e-6);
        if (std::abs(t - 0.5) > 1e-9) {
            REQUIRE(std::abs(result["jumping"][i] - (decay + (t > 0.5 ? 1 : 0))) < 1e-6);
        }
        REQUIRE(std::abs(result["v"][i] - 4 * t * decay) < 1e-6);
        REQUIRE(std::abs(result["speed"][i] - 4 * (1 - t) * decay) < 1e-6);
    }
}

TEST_CASE("two volumes of gas in pressure and temperature behave as in mass and energy") {
    Simulator const simulator("GasVolumes.mo");
    double const gas_constant = 287, cv = 717.5, k = 1e-6;
    struct Gas {
        double p, temperature;
    };
    auto const gas = [&](double m, double energy, double volume) {
        double const temperature = energy / (m * cv);
        return Gas{m * gas_constant * temperature / volume, temperature};
    };
    auto const mass = [&](double p, double volume, double temperature) {
        return p * volume / (gas_constant * temperature);
    };
    double const m_a = mass(2e5, 1, 350), m_b = mass(1e5, 2, 300);
    auto const rate = [&](double, std::array<double, 4> const& x) {
        Gas const a = gas(x[0], x[1], 1), b = gas(x[2], x[3], 2);
        double const m_flow = k * (a.p - b.p);
        double const h_flow = m_flow * (cv + gas_constant) * a.temperature;
        return std::array{-m_flow, -h_flow, m_flow, h_flow};
    };
    for (double const end : {1.0, 10.0}) {
        Trajectory const result = simulator.run("--tolerance 1e-9 " + until(end));
        auto const x = integrate_exactly<4>({m_a, m_a * cv * 350, m_b, m_b * cv * 300}, end, rate);
        Gas const a = gas(x[0], x[1], 1), b = gas(x[2], x[3], 2);
        CHECK(result["a.p"].back() == Approx(a.p).epsilon(1e-7));
        CHECK(result["a.T"].back() == Approx(a.temperature).epsilon(1e-7));
        CHECK(result["b.p"].back() == Approx(b.p).epsilon(1e-7));
        CHECK(result["b.T"].back() == Approx(b.temperature).epsilon(1e-7));
    }
}

TEST_CASE("masses between springs move the same in relative coordinates") {
    Simulator const simulator("RelativeMotion.mo");
    auto const rate = [](double, std::array<double, 6> const& x) {
        double const first = 10 * (x[1] - x[0] - 1) + 0.1 * (x[4] - x[3]);
        double const second = 20 * (x[2] - x[1] - 1) + 0.3 * (x[5] - x[4]);
        return std::array{x[3], x[4], x[5], first, (second - first) / 2, -second / 0.5};
    };
    Trajectory const result = simulator.run("--tolerance 1e-9");
    auto const x = integrate_exactly<6>({0, 1.5, 2, 0.2, 0, 0}, 5, rate);
    CHECK(std::abs(result["s[1]"].back() - x[0]) < 1e-6);
    CHECK(std::abs(result["s[2]"].back() - x[1]) < 1e-6);
    CHECK(std::abs(result["s[3]"].back() - x[2]) < 1e-6);
    CHECK(std::abs(result["v[2]"].back() - x[4]) < 1e-6);
    CHECK(std::abs(result["s_rel[2]"].back() - (x[2] - x[1])) < 1e-6);
}

TEST_CASE("states that follow from others by a matrix of parameters") {
    Simulator const simulator("MatrixOfStates.mo");
    Trajectory const result = simulator.run("--tolerance 1e-9");
    for (std::size_t i = 0; i < result.time.size(); ++i) {
        double const first = std::exp(-result.time[i]), second = -std::exp(-2 * result.time[i]);
        REQUIRE(std::abs(result["x[2]"][i] - second) < 1e-6);
        REQUIRE(std::abs(result["z[1]"][i] - (first + 2 * second)) < 1e-6);
        REQUIRE(std::abs(result["z[2]"][i] - (3 * first + 4 * second)) < 1e-6);
    }
}
