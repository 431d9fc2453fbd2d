// What the templates that ship make, run, against the simulators that mogen-cpp makes.
#include <catch2/catch.hpp>
#include <cmath>
#include <filesystem>
#include <sstream>

#include "tests/simulation/pipeline.h"

using moo::test::ScratchFolder;
using moo::test::Simulator;
using moo::test::Trajectory;

namespace {

// A program that a template has made, ready to run.
class Generated {
public:
    Generated(std::string const& language, std::string const& model) {
        std::string const bin = MOO_TEST_BIN;
        std::string const source = std::string(MOO_TEST_MODELS) + "/" + model;
        std::string const ending = language == "c99" ? ".c" : language == "julia" ? ".jl" : ".py";
        std::string const file = folder_.path() + "/model" + ending;
        std::string const document = model.ends_with(".moo") ? "cat '" + source + "'"
                                                             : bin + "/moflat '" + source + "' | " + bin + "/moopt";
        std::string const pipe = document + " | " + bin + "/mogen-template " + language + " -o " + file;
        REQUIRE(moo::test::run_shell("bash -o pipefail -c \"" + pipe + "\"") == 0);
        if (language == "c99") {
            command_ = folder_.path() + "/model";
            REQUIRE(moo::test::run_shell("gcc -std=c99 -Wall -Werror -O1 " + file + " -o " + command_ + " -lm") == 0);
        } else if (language == "julia") {
            command_ = "julia --startup-file=no " + file;
        } else {
            command_ = python() + " " + file;
        }
    }

    [[nodiscard]] Trajectory run(double stop_time, int steps) const {
        std::ostringstream options;
        options << " " << stop_time << " " << steps << " > " << folder_.path() << "/result.csv";
        REQUIRE(moo::test::run_shell(command_ + options.str()) == 0);
        return moo::test::read_csv(folder_.path() + "/result.csv");
    }

    // Exit code and standard error of a run that may fail.
    [[nodiscard]] std::pair<int, std::string> try_run() const {
        std::string const errors = folder_.path() + "/stderr";
        int const code = moo::test::run_shell(command_ + " > /dev/null 2> " + errors);
        return {code, moo::test::read_text(errors)};
    }

    // One that has NumPy, or nothing.
    static std::string python() {
        for (char const* const candidate : {"python3", "/usr/bin/python3"}) {
            if (moo::test::run_shell(std::string(candidate) + " -c 'import numpy' 2> /dev/null") == 0) return candidate;
        }
        return {};
    }

private:
    ScratchFolder folder_;
    std::string command_;
};

// The languages that can be run on this machine. There is no Julia in Debian 12: without it the text is tested as a
// golden, and by template_julia.
std::vector<std::string> languages() {
    std::vector<std::string> found = {"c99"};
    if (!Generated::python().empty()) {
        found.push_back("python");
    } else {
        WARN("no Python with NumPy (Debian: python3-numpy): what the template `python` makes is not run");
    }
    if (moo::test::run_shell("command -v julia > /dev/null") == 0) found.push_back("julia");
    return found;
}

// At the points of an output grid, after an event that happens there.
void compare(std::string const& language, std::string const& model, Trajectory const& expected, double stop_time,
             int steps) {
    Trajectory const found = Generated(language, model).run(stop_time, steps);
    INFO(model << " in " << language);
    REQUIRE_FALSE(found.columns.empty());
    for (auto const& [name, values] : found.columns) {
        REQUIRE(expected.columns.contains(name));
        for (int k = 0; k <= steps; ++k) {
            double const at = stop_time * k / steps + 1e-9;
            INFO(name << " at " << at);
            REQUIRE(std::abs(found.value(name, at) - expected.value(name, at)) < 1e-4);
        }
    }
}

// At the default tolerance the reference would be the less exact of the two.
std::string reference_options(double stop_time, int steps) {
    std::ostringstream options;
    options << "--tolerance 1e-9 --stop " << stop_time << " --intervals " << steps;
    return options.str();
}

void check_agreement(std::string const& model, double stop_time, int steps) {
    Trajectory const expected = Simulator(model).run(reference_options(stop_time, steps));
    for (std::string const& language : languages()) compare(language, model, expected, stop_time, steps);
}

// The same against mosim only, which needs no compiler.
void check_interpreted(std::string const& model, double stop_time, int steps) {
    ScratchFolder folder;
    std::string const file = folder.path() + "/result.csv";
    std::string const source = std::string(MOO_TEST_MODELS) + "/" + model;
    REQUIRE(moo::test::run_shell(std::string(MOO_TEST_BIN) + "/mosim '" + source + "' -q " +
                                 reference_options(stop_time, steps) + " > " + file) == 0);
    Trajectory const expected = moo::test::read_csv(file);
    for (std::string const& language : languages()) compare(language, model, expected, stop_time, steps);
}

}  // namespace

TEST_CASE("templates: the bouncing ball, through all its bounces") {
    check_agreement("../../docs/examples/BouncingBall.mo", 3, 500);
}

TEST_CASE("templates: an oscillator") { check_agreement("Oscillator.mo", 10, 500); }

TEST_CASE("templates: a thermostat") { check_agreement("Thermostat.mo", 4, 500); }

TEST_CASE("templates: linear and nonlinear loops") { check_agreement("Loops.mo", 2, 200); }

TEST_CASE("templates: relations inside of loops") { check_agreement("PiecewiseLoop.mo", 2, 201); }

TEST_CASE("templates: shared expressions") { check_agreement("../examples/Shared.mo", 3, 300); }

TEST_CASE("templates: events at the start and at the end") {
    for (std::string const& language : languages()) {
        INFO(language);
        Trajectory const result = Generated(language, "Borders.mo").run(1, 10);
        CHECK(result["before"].back() == 1);
        CHECK(result["at_start"].back() == 0);
        CHECK(result["at_end"].back() == 1);
        CHECK(result["reached"].back() == 1);
    }
}

TEST_CASE("templates: what a when-clause sets at the start, and branches in any order") {
    check_agreement("InitialOnly.mo", 1, 100);
}

TEST_CASE("templates: edges in the event iteration at the start") {
    check_agreement("StartEdge.mo", 2, 100);
    for (std::string const& language : languages()) {
        INFO(language);
        CHECK(Generated(language, "StartEdge.mo").run(2, 100)["seen"].back() == 2);
    }
}

TEST_CASE("templates: an assertion and a loop without a solution end the simulation with a message") {
    for (std::string const& language : languages()) {
        INFO(language);
        auto const [code, errors] = Generated(language, "Limits.mo").try_run();
        CHECK(code == 1);
        CHECK(errors.find("Limits.mo:5:3: the tank overflows") != std::string::npos);
        CHECK(Generated(language, "NoSolution.mo").try_run().first == 1);
    }
}

TEST_CASE("templates: names and texts of a model can do no harm") {
    for (std::string const& language : languages()) {
        INFO(language);
        Trajectory const result = Generated(language, "Hostile.mo").run(1, 100);
        CHECK(std::abs(result.columns.at("'x */ abort(); /*'").back() - std::exp(-2.0)) < 1e-6);
        CHECK(result.columns.at("'class'").back() == 1);
        CHECK(result.columns.at("'a.b[1]'").back() == Approx(1));
    }
}

// ---- the kinds of model that a back end has to handle, each with what makes it hard ----

TEST_CASE("templates: a loop that begins where its Jacobian is singular") {
    check_interpreted("../examples/models/SingularLoop.mo", 2, 100);
}

TEST_CASE("templates: hysteresis") { check_interpreted("../examples/models/Hysteresis.mo", 5, 500); }

TEST_CASE("templates: samples, time events and the end") {
    check_interpreted("../examples/models/SampledControl.mo", 3, 600);
    for (std::string const& language : languages()) {
        INFO(language);
        Generated const program(language, "../examples/models/SampledControl.mo");
        CHECK(program.run(3, 600).time.back() == 2.25);  // terminate
        CHECK(program.run(2, 400)["last"].back() == 2);  // terminal()
    }
}

TEST_CASE("templates: time events on both sides of their border") {
    check_interpreted("moo/TimeEvents.moo", 2, 200);
    check_interpreted("LateStep.mo", 1, 100);
}

TEST_CASE("templates: ideal diodes and dry friction, where relations depend on the solution") {
    check_interpreted("../examples/models/Rectifier.mo", 1, 1000);
    check_interpreted("moo/Rectifier.moo", 2, 500);
    check_interpreted("../examples/models/DiodeBridge.mo", 1, 500);
    check_interpreted("moo/Friction.moo", 6, 500);
}

TEST_CASE("templates: states that change while the simulation runs") {
    check_interpreted("../examples/models/CartesianPendulum.mo", 3, 800);
}

TEST_CASE("templates: functions with arrays, of several results") {
    check_interpreted("../examples/models/ArrayFunctions.mo", 1, 50);
}

TEST_CASE("templates: a block that is one call, and one without a Jacobian") {
    check_interpreted("../examples/models/OneCall.moo", 1, 100);
}

TEST_CASE("templates: what they cannot do they refuse by name") {
    std::string const bin = MOO_TEST_BIN;
    for (std::string const language : {"c99", "python", "julia"}) {
        ScratchFolder folder;
        std::string const messages = folder.path() + "/messages";
        std::string const command = bin + "/mogen-template " + language + " " + MOO_TEST_MODELS + "/moo/Clocked.moo";
        CHECK(moo::test::run_shell(command + " > /dev/null 2> " + messages) != 0);
        CHECK(moo::test::read_text(messages).find("cannot do what the model needs: clocks") != std::string::npos);
    }
}
