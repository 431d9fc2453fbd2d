// Documents that say more than `moopt` writes for simple models, against their closed forms.
#include <catch2/catch.hpp>
#include <cmath>
#include <fstream>
#include <numbers>

#include "tests/simulation/pipeline.h"

using moo::test::Simulator;
using moo::test::Trajectory;

namespace {

using std::numbers::pi;

}  // namespace

TEST_CASE("an ideal diode lets one direction pass: a mixed block, torn") {
    Simulator const simulator("moo/Rectifier.moo");
    for (char const* const options :
         {"", "--solver ida", "--solver dopri45", "--solver cvode-adams", "--solver rodas4"}) {
        INFO(options);
        Trajectory const result = simulator.run(options);
        for (std::size_t i = 0; i < result.time.size(); ++i) {
            double const t = result.time[i];
            double const current = std::max(std::sin(2 * pi * t), 0.0) / 2;
            double const part = t - std::floor(t);
            double const charge = (std::floor(t) * 2 + (part < 0.5 ? 1 - std::cos(2 * pi * part) : 2.0)) / (2 * pi) / 2;
            REQUIRE(std::abs(result["i"][i] - current) < 1e-9);
            REQUIRE(std::abs(result["q"][i] - charge) < 1e-6);
            REQUIRE(result["s"][i] * (result["off"][i] != 0 ? 1 : -1) < 1e-9);
        }
    }
}

TEST_CASE("four diodes switch together") {
    Simulator const simulator("moo/Bridge.moo");
    Trajectory const result = simulator.run("");
    for (std::size_t i = 0; i < result.time.size(); ++i) {
        double const v = std::cos(2 * pi * result.time[i]);
        // Two diodes of 0.01 Ohm lead, the others with 0.01 Siemens; the load sees |v| less what they cost.
        double const load = result["u"][i] - result["w"][i];
        REQUIRE(std::abs(load - 0.98019802 * std::abs(v)) < 1e-7);
        REQUIRE(result["off1"][i] == result["off4"][i]);
        REQUIRE(result["off2"][i] == result["off3"][i]);
    }
    std::size_t switches = 0;
    for (std::size_t i = 1; i < result.time.size(); ++i) {
        switches += result["off1"][i] != result["off1"][i - 1] ? 1u : 0u;
    }
    CHECK(switches == 4);
}

TEST_CASE("a block sticks and slides") {
    Simulator const simulator("moo/Friction.moo");
    for (char const* const options : {"", "--solver ida", "--solver rk4 --step 0.001", "--solver rodas4"}) {
        INFO(options);
        Trajectory const result = simulator.run(options);
        // It starts when 3 sin(t) = 1, with v = (3 (cos t0 - cos t) - (t - t0))/2; where that ends it turns at once.
        double const start = std::asin(1.0 / 3);
        auto const speed = [&](double t) { return (3 * (std::cos(start) - std::cos(t)) - (t - start)) / 2; };
        double low = 4;
        double high = 5;
        while (high - low > 1e-13) (speed((low + high) / 2) > 0 ? low : high) = (low + high) / 2;
        for (std::size_t i = 0; i < result.time.size(); ++i) {
            double const t = result.time[i];
            double expected = t < start ? 0.0 : speed(t);
            // Backward the friction pushes the other way.
            if (t > low) expected = (3 * (std::cos(low) - std::cos(t)) + (t - low)) / 2;
            REQUIRE(std::abs(result["v"][i] - expected) < 1e-5);
        }
        CHECK(result.value("mode", 0.2) == 0);
        CHECK(result.value("mode", 2.0) == 1);
        CHECK(result.value("mode", 5.0) == -1);
    }
}

TEST_CASE("a pendulum in Cartesian coordinates changes its states") {
    Simulator const simulator("moo/Pendulum.moo");
    Trajectory const result = simulator.run("--tolerance 1e-8");
    double swings = 0;
    for (std::size_t i = 0; i < result.time.size(); ++i) {
        REQUIRE(std::abs(result["x"][i] * result["x"][i] + result["y"][i] * result["y"][i] - 1) < 1e-9);
        REQUIRE(std::abs(result["energy"][i]) < 1e-4);
        REQUIRE(result["sx"][i] + result["sy"][i] == 1);
        // What depends on the state is far from where it could not be computed.
        REQUIRE(std::abs(result["sx"][i] != 0 ? result["y"][i] : result["x"][i]) > 0.4);
        if (i > 0 && result["x"][i] * result["x"][i - 1] < 0) ++swings;
    }
    // From rest at the side the period is 4 K(1/2) sqrt(L/g) = 7.4163 sqrt(L/g) = 2.36786 s; it passes the middle
    // twice.
    CHECK(swings == 4);
    auto const again = static_cast<std::size_t>(std::lower_bound(result.time.begin(), result.time.end(), 2 * 2.36786) -
                                                result.time.begin());
    CHECK(std::abs(result["x"][again] - 1) < 1e-3);
    auto const outcome = simulator.try_run("--log");
    CHECK(outcome.errors.find("`x` is the state") != std::string::npos);
    CHECK(outcome.errors.find("`vy` is the state") != std::string::npos);
}

TEST_CASE("events at known times are met exactly, and samplings that coincide are one event") {
    Simulator const simulator("moo/TimeEvents.moo");
    Trajectory const result = simulator.run("");
    auto const change_of = [&](char const* name) {
        for (std::size_t i = 1; i < result.time.size(); ++i) {
            if (result[name][i] != result[name][i - 1]) return result.time[i];
        }
        return -1.0;
    };
    CHECK(change_of("at") == 0.3);
    CHECK(change_of("behind") == std::nextafter(0.3, 1.0));
    CHECK(change_of("before") == std::nextafter(0.7, 1.0));
    // The step number four ends the simulation.
    CHECK(result.time.back() == 1);
    CHECK(result["fast"].back() == 11);
    CHECK(result["slow"].back() == 4);
    CHECK(result["both"].back() == 4);
    CHECK(result["steps"].back() == 4);
    CHECK(result.value("fast", 0) == 1);
    CHECK(std::abs(result["x"].back() - 0.7) < 1e-12);
    auto const outcome = simulator.try_run("");
    CHECK(outcome.errors.find("warning: x is large") != std::string::npos);
    CHECK(outcome.errors.find("enough steps") != std::string::npos);
}

TEST_CASE("a delayed state follows the method of steps") {
    Simulator const simulator("moo/Delay.moo");
    for (char const* const options : {"", "--solver dopri45", "--interval 0.5"}) {
        INFO(options);
        Trajectory const result = simulator.run(options);
        for (std::size_t i = 0; i < result.time.size(); ++i) {
            double const t = result.time[i];
            double expected = 1 - t;
            if (t > 1) expected += (t - 1) * (t - 1) / 2;
            if (t > 2) expected -= (t - 2) * (t - 2) * (t - 2) / 6;
            REQUIRE(std::abs(result["x"][i] - expected) < 1e-5);
        }
    }
}

TEST_CASE("what flows through a pipe keeps its value, forth and back") {
    Simulator const simulator("moo/Transport.moo");
    Trajectory const result = simulator.run("");
    for (std::size_t i = 0; i < result.time.size(); ++i) {
        double const t = result.time[i];
        double const x = std::sin(0.5 * t);
        REQUIRE(std::abs(result["out0"][i] - (2 + x)) < 1e-5);
        if (t < pi) REQUIRE(std::abs(result["out1"][i] - (1 + x)) < 1e-5);
        if (t > pi + 1e-6) REQUIRE(result["out1"][i] == 7);
    }
}

TEST_CASE("clocked partitions are computed at their ticks, in order") {
    Simulator const simulator("moo/Clocked.moo");
    Trajectory const result = simulator.run("");
    for (int k = 0; k <= 20; ++k) {
        double const middle = 0.1 * k + 0.04;
        CAPTURE(k);
        CHECK(result.value("n", middle) == k + 1);
        CHECK(result.value("y", middle) == k + 1);
        CHECK(std::abs(result.value("u", middle) - 0.1 * k) < 1e-9);
        CHECK(std::abs(result.value("h", middle) - 0.1) < 1e-15);
        double slow = 0;
        for (int tick = 2; tick <= k; tick += 3) slow += tick + 1;
        CHECK(result.value("slow", middle) == slow);
    }
    CHECK(result.value("hits", 0.5) == 1);
    CHECK(result.value("gap", 0.5) == 0.5);
    CHECK(result.value("hits", 1.5) == 2);
    CHECK(std::abs(result.value("gap", 1.5) - 1) < 1e-6);
}

TEST_CASE("aliases and recovered variables are among the results, and the initialization finds a parameter") {
    Simulator const simulator("moo/Aliases.moo");
    Trajectory const result = simulator.run("--start u=5");
    for (std::size_t i = 0; i < result.time.size(); ++i) {
        double const x = 2.5 - 0.5 * std::exp(-2 * result.time[i]);
        REQUIRE(std::abs(result["x"][i] - x) < 1e-5);
        REQUIRE(result["y"][i] == result["x"][i]);
        REQUIRE(result["yneg"][i] == -result["x"][i]);
        REQUIRE(result["off"][i] == 1 - result["on"][i]);
        REQUIRE(std::abs(result["square"][i] - x * x) < 1e-4);
        REQUIRE(result["slow"][i] == 10 * result["x"][i]);
        REQUIRE(std::abs(result["a"][i] - 2) < 1e-9);
    }
}

TEST_CASE("homotopy leads to initial values that the iteration does not find by itself") {
    Simulator const simulator("moo/Homotopy.moo");
    Trajectory const result = simulator.run("");
    double const x = result["x"].front();
    CHECK(x < 0);
    CHECK(std::abs(std::exp(-x * x) + 0.1 * x - 0.2) < 1e-9);
}

TEST_CASE("an operator with memory that no section lists is refused") {
    moo::test::ScratchFolder const folder;
    std::string text = moo::test::read_text(std::string(MOO_TEST_MODELS) + "/moo/Delay.moo");
    std::size_t const row = text.find("  delays[1]");
    text.erase(row, text.find('\n', row) + 1 - row);
    std::string const path = folder.path() + "/Delay.moo";
    std::ofstream(path) << text;
    std::string const command =
        std::string(MOO_TEST_BIN) + "/mosim " + path + " -o " + folder.path() + "/x.csv 2>" + folder.path() + "/errors";
    CHECK(moo::test::run_shell(command) == 1);
    CHECK(moo::test::read_text(folder.path() + "/errors").find("no section lists this `delay`") != std::string::npos);
}
