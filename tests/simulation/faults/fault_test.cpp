// What goes wrong in a simulation: the message says what and where, the results so far can be read, and the exit code
// is not zero; compiled and interpreted.
#include <catch2/catch.hpp>
#include <cmath>
#include <filesystem>
#include <fstream>

#include "tests/simulation/pipeline.h"

using moo::test::read_csv;
using moo::test::read_text;
using moo::test::run_shell;
using moo::test::ScratchFolder;
using moo::test::Simulator;
using moo::test::Trajectory;

namespace {

// A run that fails by fault of the model, and what it says.
struct Failure {
    Failure(Simulator const& simulator, std::string const& options) : outcome(simulator.try_run(options)) {
        INFO(outcome.errors);
        REQUIRE(outcome.exit_code == 1);
        results = simulator.results();
        REQUIRE(!results.time.empty());
    }
    void says(std::string const& text) const {
        INFO(outcome.errors);
        CHECK(outcome.errors.find(text) != std::string::npos);
    }
    Simulator::Outcome outcome;
    Trajectory results;
};

// Solvers of all families.
constexpr char const* solvers[] = {"cvode", "ida", "radau5", "rodas4", "esdirk5", "dopri45"};

}  // namespace

TEST_CASE("a value that is not a number is named with its equation") {
    Simulator const simulator("NotANumber.mo");
    for (char const* const solver : solvers) {
        INFO(solver);
        Failure const failure(simulator, "--solver " + std::string(solver));
        failure.says("`speed` = nan (");
        failure.says("NotANumber.mo:6:3)");
        failure.says("the results end at time");
        CHECK(failure.results.time.back() <= 1.0);
        CHECK(failure.results.time.back() > 0.9);
        CHECK(failure.results["x"].back() == Approx(4.0 / 3.0).margin(0.1));
    }
}

TEST_CASE("initial values that contradict each other are an error, those that repeat each other are not") {
    Simulator const simulator("Contradiction.mo");
    Simulator::Outcome const outcome = simulator.try_run("");
    INFO(outcome.errors);
    CHECK(outcome.exit_code == 1);
    CHECK(
        outcome.errors.find("Contradiction.mo:3:8: the initial values contradict each other: `y = 3` does not hold") !=
        std::string::npos);
    Trajectory const result = simulator.run("--set factor=3");
    CHECK(result["y"].front() == Approx(3.0));
}

TEST_CASE("a division by zero is named with its equation") {
    Simulator const simulator("DividedByZero.mo");
    Failure const failure(simulator, "");
    failure.says("`y` = inf (");
    failure.says("DividedByZero.mo:8:3)");
    CHECK(failure.results.time.back() == Approx(1.0));
    CHECK(failure.results["x"].back() == Approx(0.5));
}

TEST_CASE("where no step is short enough, the state is named") {
    Simulator const simulator("BlowUp.mo");
    for (char const* const solver : solvers) {
        INFO(solver);
        Failure const failure(simulator, "--solver " + std::string(solver));
        failure.says("integration stopped at time");
        failure.says("`x`");
        CHECK(failure.results.time.back() == Approx(1.0).margin(0.01));
    }
}

TEST_CASE("a block that becomes singular is named with its equations") {
    Simulator const simulator("SingularBlock.mo");
    Failure const failure(simulator, "");
    failure.says("singular");
    failure.says("SingularBlock.mo:8:3");
    failure.says("SingularBlock.mo:9:3");
    CHECK(failure.results.time.back() == Approx(1.0));
}

TEST_CASE("an assertion ends the simulation at the step where it fails, not at the next point of the results") {
    Simulator const simulator("Forbidden.mo");
    for (char const* const solver : solvers) {
        INFO(solver);
        Failure const failure(simulator, "--intervals 2 --solver " + std::string(solver));
        failure.says("Forbidden.mo:7:3: y is");
        // y = 2 sin(10 t) is 1 at 0.052 and 2 at 0.16.
        CHECK(failure.results.time.back() < 0.3);
    }
}

TEST_CASE("events that come to no end are named by the relation and its place") {
    Simulator const simulator("Chatter.mo");
    Failure const failure(simulator, "");
    failure.says("back and forth");
    failure.says("`x > 0`");
    failure.says("Chatter.mo:4:");
    CHECK(failure.results.time.back() == Approx(1.0).margin(1e-6));
}

namespace {

std::string mosim(std::string const& model, std::string const& options) {
    return std::string(MOO_TEST_BIN) + "/mosim '" + MOO_TEST_MODELS + "/" + model + "' " + options;
}

}  // namespace

TEST_CASE("a disk that is full is a system error with its reason") {
    ScratchFolder const folder;
    std::string const errors = folder.path() + "/errors";
    CHECK(run_shell(mosim("Endless.mo", "--stop 100 -o /dev/full 2>" + errors)) == 2);
    CHECK(read_text(errors).find("/dev/full") != std::string::npos);
    CHECK(read_text(errors).find("No space left on device") != std::string::npos);

    // A file that may not grow beyond 8 KB; what was there before stays.
    std::string const result = folder.path() + "/result.csv";
    std::ofstream(result) << "kept\n";
    CHECK(run_shell("ulimit -f 8; " + mosim("Endless.mo", "--stop 1e5 -o " + result + " 2>" + errors)) == 2);
    CHECK(read_text(errors).find("File too large") != std::string::npos);
    CHECK(read_text(result) == "kept\n");
    std::size_t files = 0;
    for (auto const& entry : std::filesystem::directory_iterator(folder.path()))
        files += entry.is_regular_file() ? std::size_t{1} : std::size_t{0};
    CHECK(files == 2);
}

TEST_CASE("a simulation that is killed leaves nothing, one that is interrupted a whole result") {
    ScratchFolder const folder;
    std::string const result = folder.path() + "/result.csv";
    auto const stop_by = [&](std::string const& signal, std::string const& options, int seconds = 1) {
        // In the background of a shell without job control SIGINT is ignored, so the signal goes by `timeout`.
        return run_shell("timeout --preserve-status -s " + signal + " " + std::to_string(seconds) + " " +
                         mosim("Endless.mo", "-q " + options));
    };
    CHECK(stop_by("KILL", "-o " + result + " --plot x --plot-file " + folder.path() + "/plot.html") != 0);
    CHECK(std::filesystem::is_empty(folder.path()));
    CHECK(stop_by("KILL", "--sweep x=1:5:5 -o " + result) != 0);
    CHECK(std::filesystem::is_empty(folder.path()));
    CHECK(stop_by("INT", "-o " + result) == 0);
    Trajectory const rows = read_csv(result);
    REQUIRE(rows.time.size() > 100);
    for (std::size_t i = 0; i < rows.time.size(); i += 97) {
        REQUIRE(std::abs(rows["x"][i] - std::cos(rows.time[i])) < 1e-2);
    }
    // What was there before stays if the next one is killed, and is replaced if it ends.
    std::uintmax_t const size = std::filesystem::file_size(result);
    CHECK(stop_by("KILL", "-o " + result) != 0);
    CHECK(std::filesystem::file_size(result) == size);
    CHECK(stop_by("TERM", "--start x=2 -o " + result) == 128 + 15);
    // On a busy machine, the signal may come before the simulation has begun; then there is no result yet.
    if (read_csv(result)["x"][0] != 2.0) CHECK(stop_by("TERM", "--start x=2 -o " + result, 5) == 128 + 15);
    CHECK(read_csv(result)["x"][0] == 2.0);
    auto const files = std::filesystem::directory_iterator(folder.path());
    CHECK(std::distance(begin(files), end(files)) == 1);
}

TEST_CASE("blocks that take long can be interrupted, with the results so far") {
    ScratchFolder const folder;
    std::string const result = folder.path() + "/result.csv";
    std::string const errors = folder.path() + "/errors";
    auto const stop_by = [&](std::string const& model, std::string const& signal) {
        // The first signal has to do; the second one, after ten seconds more, cannot be caught.
        return run_shell("timeout --preserve-status -k 10 -s " + signal + " 3 " +
                         mosim(model, "-o " + result + " 2>" + errors));
    };
    CHECK(stop_by("SlowBlock.mo", "INT") == 0);
    CHECK(read_text(errors).find("interrupted at time") != std::string::npos);
    CHECK(read_text(errors).find("error") == std::string::npos);
    Trajectory const rows = read_csv(result);
    REQUIRE(!rows.time.empty());
    for (std::size_t i = 0; i < rows.time.size(); ++i) {
        CHECK(std::pow(rows["z"][i], 2) == Approx(0.5 - rows["x"][i]).margin(1e-6));
    }
    CHECK(stop_by("SlowBlock.mo", "TERM") == 128 + 15);
    CHECK(!read_csv(result).time.empty());

    std::filesystem::remove(result);
    CHECK(stop_by("SlowStart.mo", "INT") == 0);
    CHECK(read_text(errors).find("interrupted before the simulation began") != std::string::npos);
    CHECK(!std::filesystem::exists(result));
    CHECK(stop_by("SlowStart.mo", "TERM") == 128 + 15);
}
