// Problems of the Test Set for IVP Solvers (F. Mazzia and C. Magherini, release 2.4, University of Bari 2008), against
// the values that it gives for their end.
#include <catch2/catch.hpp>
#include <cmath>
#include <utility>
#include <vector>

#include "tests/simulation/systems/reference.h"

using moo::test::Simulator;
using moo::test::Trajectory;

namespace {

using Values = std::vector<std::pair<char const*, double>>;

void check_end(Trajectory const& result, Values const& values, double tolerance) {
    for (auto const& [name, value] : values) {
        INFO(name << " is " << result[name].back() << ", not " << value);
        CHECK(std::abs(result[name].back() - value) < tolerance * std::max(1.0, std::abs(value)));
    }
}

void check_end_relative(Trajectory const& result, Values const& values, double tolerance) {
    for (auto const& [name, value] : values) {
        INFO(name << " is " << result[name].back() << ", not " << value);
        CHECK(std::abs(result[name].back() - value) < tolerance * std::abs(value));
    }
}

}  // namespace

TEST_CASE("the car axis has the published end") {
    Simulator const simulator("CarAxis.mo");
    Trajectory const result = simulator.run("");
    check_end(result,
              {{"xl", 0.4934557842755629e-1},
               {"yl", 0.4969894602303324},
               {"xr", 1.041742524885400},
               {"yr", 0.3739110272652214},
               {"vxl", -0.7705836840321485e-1},
               {"vyl", 0.7446866596327776e-2},
               {"vxr", 0.1755681574942899e-1},
               {"vyr", 0.7703410437794031},
               {"lambda1", -0.4736886750784630e-2},
               {"lambda2", -0.1104680411345730e-2}},
              1e-5);
}

TEST_CASE("Andrews' squeezing mechanism has the published end") {
    Simulator const simulator("Andrews.mo");
    Trajectory const result = simulator.run("");
    check_end(result,
              {{"beta", 15.81077119629904},
               {"theta", -15.75637105984298},
               {"gamma", 0.4082224013073101e-1},
               {"phi", -0.5347301163226948},
               {"delta", 0.5244099658805304},
               {"omega", 0.5347301163226948},
               {"epsilon", 1.048080741042263}},
              1e-5);
    check_end_relative(result,
                       {{"w[1]", 1139.920302151208},
                        {"w[2]", -1424.379294994111},
                        {"w[3]", 11.03291221937134},
                        {"lambda[1]", 199.1753333731910},
                        {"lambda[2]", -29.75531228015052}},
                       1e-3);
}

TEST_CASE("the reactions of Robertson have the published end, eleven decades away") {
    Simulator const simulator("Robertson.mo");
    Trajectory const result = simulator.run("--interval 1e10");
    check_end_relative(
        result, {{"y[1]", 0.2083340149701255e-7}, {"y[2]", 0.8333360770334713e-13}, {"y[3]", 0.9999999791665050}},
        1e-4);
}

TEST_CASE("the stiff oscillator of van der Pol has the published end") {
    Simulator const simulator("VanDerPol.mo");
    check_end(simulator.run(""), {{"y", 1.706167732170483}, {"z", -0.8928097010247975}}, 1e-5);
}

TEST_CASE("the eight reactions of HIRES have the published end") {
    Simulator const simulator("Hires.mo");
    check_end_relative(simulator.run(""),
                       {{"y[1]", 0.7371312573325668e-3},
                        {"y[2]", 0.1442485726316185e-3},
                        {"y[3]", 0.5888729740967575e-4},
                        {"y[4]", 0.1175651343283149e-2},
                        {"y[5]", 0.2386356198831331e-2},
                        {"y[6]", 0.6238968252742796e-2},
                        {"y[7]", 0.2849998395185769e-2},
                        {"y[8]", 0.2850001604814231e-2}},
                       1e-4);
}
