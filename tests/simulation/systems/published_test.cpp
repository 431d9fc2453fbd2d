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

TEST_CASE("the substances of the pollution problem have the published end") {
    Simulator const simulator("Pollution.mo");
    check_end_relative(
        simulator.run(""),
        {{"NO2", 0.5646255480022769e-1},  {"NO", 0.1342484130422339},      {"O3P", 0.4139734331099427e-8},
         {"O3", 0.5523140207484359e-2},   {"HO2", 0.2018977262302196e-6},  {"OH", 0.1464541863493966e-6},
         {"HCHO", 0.7784249118997964e-1}, {"CO", 0.3245075353396018},      {"ALD", 0.7494013383880406e-2},
         {"MEO2", 0.1622293157301561e-7}, {"C2O3", 0.1135863833257075e-7}, {"CO2", 0.2230505975721359e-2},
         {"PAN", 0.2087162882798630e-3},  {"CH3O", 0.1396921016840158e-4}, {"HNO3", 0.8964884856898295e-2},
         {"O1D", 0.4352846369330103e-17}, {"SO2", 0.6899219696263405e-2},  {"SO4", 0.1007803037365946e-3},
         {"NO3", 0.1772146513969984e-5},  {"N2O5", 0.5682943292316392e-4}},
        1e-5);
}

TEST_CASE("the ring modulator has the published end") {
    // Its fastest oscillation lasts a millionth of the time; a method of high order needs the fewest steps.
    Simulator const simulator("RingModulator.mo");
    check_end_relative(simulator.run("--solver radau5 --tolerance 1e-4"),
                       {{"U[1]", -0.2339057358486745e-1},
                        {"U[2]", -0.7367485485540825e-2},
                        {"U[3]", 0.2582956709291169},
                        {"U[4]", -0.4064465721283450},
                        {"U[5]", -0.4039455665149794},
                        {"U[6]", 0.2607966765422943},
                        {"U[7]", 0.1106761861269975},
                        {"I[1]", 0.2939904342435596e-6},
                        {"I[2]", -0.2840029933642329e-7},
                        {"I[3]", 0.7267198267264553e-3},
                        {"I[4]", 0.7929487196960840e-3},
                        {"I[5]", -0.7255283495698965e-3},
                        {"I[6]", -0.7941401968526521e-3},
                        {"I[7]", 0.7088495416976114e-4},
                        {"I[8]", 0.2390059075236570e-4}},
                       1e-3);
}

TEST_CASE("the transistor amplifier has the published end") {
    Simulator const simulator("TransistorAmplifier.mo");
    Values const values{{"U[1]", -0.5562145012262709e-2}, {"U[2]", 3.006522471903042}, {"U[3]", 2.849958788608128},
                        {"U[4]", 2.926422536206241},      {"U[5]", 2.704617865010554}, {"U[6]", 2.761837778393145},
                        {"U[7]", 4.770927631616772},      {"U[8]", 1.236995868091548}};
    check_end_relative(simulator.run(""), values, 1e-4);
    // The nonlinear equations of the nodes are solved with those of a step.
    check_end_relative(simulator.run("--solver ida"), values, 1e-4);
}
