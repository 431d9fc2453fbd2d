// Rigid bodies, linkages and gears, against conserved quantities, quadratures and closed forms.
#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <complex>
#include <numbers>

#include "tests/simulation/systems/reference.h"

using moo::test::integrate_period;
using moo::test::Simulator;
using moo::test::Trajectory;
using moo::test::until;

namespace {

using std::numbers::pi;

struct FourBar {
    double a, b, c, d;

    struct Pose {
        double coupler, rocker;              // angles
        double coupler_speed, rocker_speed;  // by the speed of the crank
    };

    // The branch in which the rocker is left of the line from its axis to the crank's end.
    [[nodiscard]] Pose at(double crank) const {
        std::complex<double> const end = std::polar(a, crank);
        std::complex<double> const to_crank = end - d;
        double const r = std::abs(to_crank);
        double const rocker = std::arg(to_crank) - std::acos((c * c + r * r - b * b) / (2 * c * r));
        double const coupler = std::arg(d + std::polar(c, rocker) - end);
        double const across = std::sin(rocker - coupler);
        return {coupler, rocker, a * std::sin(crank - rocker) / (b * across),
                a * std::sin(crank - coupler) / (c * across)};
    }
};

}  // namespace

TEST_CASE("a free rigid body keeps energy and angular momentum") {
    Simulator const simulator("FreeBody.mo");
    Trajectory const result = simulator.run("");
    double const energy = (0.3 * 0.3 + 2 * 2 * 2 + 3 * 0.5 * 0.5) / 2;
    for (std::size_t i = 0; i < result.time.size(); ++i) {
        double norm = 0;
        for (char const* const q : {"Q[1]", "Q[2]", "Q[3]", "Q[4]"}) norm += std::pow(result[q][i], 2);
        REQUIRE(std::abs(norm - 1) < 1e-9);
        REQUIRE(std::abs(result["energy"][i] - energy) < 1e-5);
        REQUIRE(std::abs(result["H[1]"][i] - 0.3) < 1e-4);
        REQUIRE(std::abs(result["H[2]"][i] - 4) < 1e-4);
        REQUIRE(std::abs(result["H[3]"][i] - 1.5) < 1e-4);
    }
}

TEST_CASE("a free symmetric top precesses evenly") {
    Simulator const simulator("FreeBody.mo");
    Trajectory const result = simulator.run("--set I[2]=1 --set I[3]=2");
    for (std::size_t i = 0; i < result.time.size(); ++i) {
        double const angle = 0.5 * result.time[i];
        REQUIRE(std::abs(result["w[1]"][i] - (0.3 * std::cos(angle) - 2 * std::sin(angle))) < 1e-5);
        REQUIRE(std::abs(result["w[2]"][i] - (0.3 * std::sin(angle) + 2 * std::cos(angle))) < 1e-5);
        REQUIRE(std::abs(result["w[3]"][i] - 0.5) < 1e-9);
    }
}

TEST_CASE("two loops of four bars turn round in the time that their energy gives") {
    FourBar const first{1, 3, 2.5, 3.2};
    FourBar const second{0.8, 2.4, 2.2, 2.6};
    auto const inertia = [&](double crank) {
        FourBar::Pose const one = first.at(crank);
        FourBar::Pose const two = second.at(one.rocker);
        double const rocker = std::pow(one.rocker_speed, 2);
        return 1 + 0.3 * std::pow(one.coupler_speed, 2) +
               rocker * (0.5 + 0.2 * std::pow(two.coupler_speed, 2) + 0.4 * std::pow(two.rocker_speed, 2));
    };
    double const energy = inertia(0.3) * 9 / 2;
    double const turn =
        integrate_period(0, 2 * pi, [&](double crank) { return std::sqrt(inertia(crank) / (2 * energy)); });
    Simulator const simulator("FourBarPair.mo");
    Trajectory const result = simulator.run(until(2 * turn));
    CHECK(std::abs(result["phi[1]"].back() - 0.3 - 4 * pi) < 1e-5);
    CHECK(std::abs(result["w[1]"].back() - 3) < 1e-5);
    for (std::size_t i = 0; i < result.time.size(); ++i) {
        FourBar::Pose const one = first.at(result["phi[1]"][i]);
        FourBar::Pose const two = second.at(one.rocker);
        auto const differ = [](double a, double b) { return std::abs(std::remainder(a - b, 2 * pi)) > 1e-8; };
        REQUIRE_FALSE(differ(result["phi[2]"][i], one.coupler));
        REQUIRE_FALSE(differ(result["phi[3]"][i], one.rocker));
        REQUIRE_FALSE(differ(result["phi[4]"][i], two.coupler));
        REQUIRE_FALSE(differ(result["phi[5]"][i], two.rocker));
        REQUIRE(std::abs(result["energy"][i] - energy) < 1e-5);
    }
}

TEST_CASE("a slider crank turns round in the time that its energy gives") {
    auto const inertia = [](double phi) {
        double const s = std::sqrt(0.25 - std::pow(0.3 * std::sin(phi), 2));
        return 0.2 + 2 * std::pow(0.3 * std::sin(phi) * (1 + 0.3 * std::cos(phi) / s), 2);
    };
    double const turn = integrate_period(0, 2 * pi, [&](double phi) { return std::sqrt(inertia(phi) / 0.2) / 4; });
    Simulator const simulator("SliderCrank.mo");
    Trajectory const result = simulator.run(until(3 * turn));
    CHECK(std::abs(result["phi"].back() - 6 * pi) < 1e-5);
    CHECK(std::abs(result["w"].back() - 4) < 1e-4);
    for (std::size_t i = 0; i < result.time.size(); ++i) {
        double const phi = result["phi"][i];
        double const x = 0.3 * std::cos(phi) + std::sqrt(0.25 - std::pow(0.3 * std::sin(phi), 2));
        REQUIRE(std::abs(result["x"][i] - x) < 1e-8);
        REQUIRE(std::abs(result["energy"][i] - 1.6) < 1e-5);
    }
}

TEST_CASE("a prescribed motion needs no states, and gives the forces by differentiation") {
    Simulator const simulator("PrescribedMotion.mo");
    Trajectory const result = simulator.run("");
    for (std::size_t i = 0; i < result.time.size(); ++i) {
        double const t = 3 * result.time[i];
        double const phi = std::sin(t);
        double const w = 3 * std::cos(t);
        double const acceleration = -9 * std::sin(t);
        double const sine = std::sin(phi);
        double const cosine = std::cos(phi);
        double const s = std::sqrt(0.25 - 0.09 * sine * sine);
        double const slope = -0.3 * sine - 0.09 * sine * cosine / s;
        double const bend =
            -0.3 * cosine - 0.09 * (std::cos(2 * phi) / s + 0.09 * std::pow(sine * cosine, 2) / (s * s * s));
        double const force = 2 * (slope * acceleration + bend * w * w);
        REQUIRE(std::abs(result["w"][i] - w) < 1e-9);
        REQUIRE(std::abs(result["v"][i] - slope * w) < 1e-9);
        REQUIRE(std::abs(result["F"][i] - force) < 1e-8);
        REQUIRE(std::abs(result["tau"][i] - (0.2 * acceleration + slope * force)) < 1e-8);
    }
}

TEST_CASE("inertias in one piece and behind a gear move as one") {
    Simulator const simulator("GearTrain.mo");
    Trajectory const result = simulator.run("");
    for (std::size_t i = 0; i < result.time.size(); ++i) {
        // 0.8 before the gear count four times behind it: 4 there, and 2 at the end of the spring.
        double const wave = std::cos(std::sqrt(15.0) * result.time[i]);
        double const behind = 2.0 / 3 + wave / 3;
        REQUIRE(std::abs(result["third.phi"][i] - behind) < 1e-6);
        REQUIRE(std::abs(result["first.phi"][i] - 2 * behind) < 1e-6);
        REQUIRE(std::abs(result["second.phi"][i] - 2 * behind) < 1e-6);
        REQUIRE(std::abs(result["last.phi"][i] - (2 - 2 * wave) / 3) < 1e-6);
        // What the gear takes from the first two: 0.8 of their acceleration.
        REQUIRE(std::abs(result["gear.a.tau"][i] - 0.8 * 2 * 5 * wave) < 1e-4);
    }
}
