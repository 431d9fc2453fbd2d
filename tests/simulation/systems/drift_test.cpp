// What is conserved, and what constraints say, over 1000 s: hundreds of turns, thousands of changes of states. Some of
// these motions are chaotic, so two programs that round differently part; but neither may drift.
#include <catch2/catch.hpp>
#include <cmath>

#include "tests/simulation/systems/reference.h"

using moo::test::Simulator;
using moo::test::Trajectory;

namespace {

// Constraints of positions are equations of the model, not consequences of its derivatives: they hold as well as blocks
// are solved, however long it takes.
constexpr double rounding = 1e-10;
// Integrators allow an error of a tenth of the tolerance, 1e-9, in each of some 10⁵ to 10⁶ steps.
constexpr double energy_drift = 1e-4;

template <typename Check>
void run_long(char const* model, Check const& check) {
    Simulator const simulator(model);
    Simulator::Outcome const outcome = simulator.try_run("--stop 1000 --tolerance 1e-8");
    INFO(outcome.errors);
    REQUIRE(outcome.exit_code == 0);
    for (Trajectory const& result : {simulator.results(), simulator.interpreted_results()}) {
        REQUIRE(result.time.back() == 1000.0);
        REQUIRE(result.time.size() > 500);
        double const energy = result["energy"][0];
        for (std::size_t i = 0; i < result.time.size(); ++i) {
            INFO("time " << result.time[i]);
            REQUIRE(std::abs(result["energy"][i] - energy) < energy_drift * energy);
            check(result, i);
        }
    }
}

}  // namespace

TEST_CASE("a double pendulum in Cartesian coordinates keeps its rods and its energy for 1000 s") {
    run_long("DoublePendulum.mo", [](Trajectory const& result, std::size_t i) {
        double const x1 = result["x1"][i], y1 = result["y1"][i], x2 = result["x2"][i], y2 = result["y2"][i];
        REQUIRE(std::abs(std::hypot(x1, y1) - 1.0) < rounding);
        REQUIRE(std::abs(std::hypot(x2 - x1, y2 - y1) - 0.7) < rounding);
        // The speeds stay at right angles to the rods.
        double const vx1 = result["vx1"][i], vy1 = result["vy1"][i], vx2 = result["vx2"][i], vy2 = result["vy2"][i];
        REQUIRE(std::abs(x1 * vx1 + y1 * vy1) < rounding);
        REQUIRE(std::abs((x2 - x1) * (vx2 - vx1) + (y2 - y1) * (vy2 - vy1)) < rounding);
    });
}

TEST_CASE("the quaternion of a free body keeps its length, the body energy and angular momentum for 1000 s") {
    run_long("FreeBody.mo", [](Trajectory const& result, std::size_t i) {
        double norm = 0;
        for (char const* const q : {"Q[1]", "Q[2]", "Q[3]", "Q[4]"}) norm += std::pow(result[q][i], 2);
        REQUIRE(std::abs(norm - 1.0) < rounding);
        for (char const* const h : {"H[1]", "H[2]", "H[3]"}) REQUIRE(std::abs(result[h][i] - result[h][0]) < 1e-4);
    });
}

TEST_CASE("two loops of four bars stay closed and keep their energy for 1000 s") {
    run_long("FourBarPair.mo", [](Trajectory const& result, std::size_t i) {
        auto const phi = [&](char const* number) { return result["phi[" + std::string(number) + "]"][i]; };
        // Crank 1, coupler 3, rocker 2.5, ground 3.2; the rocker drives a second loop of 0.8, 2.4, 2.2 and 2.6.
        auto const gap = [&](char const* crank, char const* coupler, char const* rocker, double a, double b, double c,
                             double d) {
            double const x = a * std::cos(phi(crank)) + b * std::cos(phi(coupler)) - c * std::cos(phi(rocker)) - d;
            double const y = a * std::sin(phi(crank)) + b * std::sin(phi(coupler)) - c * std::sin(phi(rocker));
            return std::hypot(x, y);
        };
        REQUIRE(gap("1", "2", "3", 1, 3, 2.5, 3.2) < rounding);
        REQUIRE(gap("3", "4", "5", 0.8, 2.4, 2.2, 2.6) < rounding);
    });
}
