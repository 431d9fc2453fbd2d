#include "tests/simulation/pipeline.h"

#include <sys/wait.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>

namespace moo::test {

namespace fs = std::filesystem;

int run_shell(std::string const& command) {
    int const status = std::system(command.c_str());
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
}

std::string read_text(std::string const& path) {
    std::ifstream in(path);
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
}

Trajectory read_csv(std::string const& path) {
    std::ifstream in(path);
    std::string line;
    std::getline(in, line);
    std::vector<std::string> names;
    bool is_quoted = false;
    names.emplace_back();
    for (char const c : line) {
        if (c == '"') {
            is_quoted = !is_quoted;
        } else if (c == ',' && !is_quoted) {
            names.emplace_back();
        } else {
            names.back() += c;
        }
    }
    REQUIRE(names[0] == "time");
    Trajectory result;
    while (std::getline(in, line)) {
        std::istringstream cells(line);
        std::string cell;
        for (std::string const& name : names) {
            REQUIRE(std::getline(cells, cell, ','));
            (name == "time" ? result.time : result.columns[name]).push_back(std::strtod(cell.c_str(), nullptr));
        }
    }
    return result;
}

namespace {

// To 1e-6 of the value; of a value that is small among those of its variable, to 1e-6 of a thousandth of the largest.
void check_column(std::vector<double> const& values, std::vector<double> const& others,
                  std::vector<double> const& time) {
    double largest = 0.0;
    for (double const value : values) largest = std::isfinite(value) ? std::max(largest, std::abs(value)) : largest;
    for (std::size_t i = 0; i < values.size(); ++i) {
        bool const is_same = values[i] == others[i] || (std::isnan(values[i]) && std::isnan(others[i])) ||
                             std::abs(values[i] - others[i]) <= 1e-6 * std::max(std::abs(values[i]), 1e-3 * largest);
        if (!is_same) FAIL("row " << i << " at " << time[i] << ": " << values[i] << " and " << others[i]);
    }
}

// The matrices of a linear model, in their order.
std::vector<std::string> words_of(std::string const& path) {
    std::string text = read_text(path);
    text.erase(0, text.find("\"A\":"));
    std::replace_if(
        text.begin(), text.end(), [](char c) { return c == ',' || c == '[' || c == ']'; }, ' ');
    std::istringstream in(text);
    return {std::istream_iterator<std::string>(in), std::istream_iterator<std::string>()};
}

}  // namespace

void check_same(Trajectory const& compiled, Trajectory const& interpreted) {
    REQUIRE(interpreted.time.size() == compiled.time.size());
    REQUIRE(interpreted.columns.size() == compiled.columns.size());
    {
        INFO("time, compiled and interpreted");
        check_column(compiled.time, interpreted.time, compiled.time);
    }
    for (auto const& [name, values] : compiled.columns) {
        INFO("`" << name << "`, compiled and interpreted");
        check_column(values, interpreted[name], compiled.time);
    }
}

ScratchFolder::ScratchFolder() {
    std::string pattern = (fs::temp_directory_path() / "simulation.XXXXXX").string();
    path_ = ::mkdtemp(pattern.data());
}

ScratchFolder::~ScratchFolder() { fs::remove_all(path_); }

double Trajectory::value(std::string const& name, double at) const {
    auto const after = std::upper_bound(time.begin(), time.end(), at);
    REQUIRE(after != time.begin());
    return columns.at(name)[static_cast<std::size_t>(after - time.begin()) - 1];
}

Simulator::Simulator(std::string const& model) {
    std::string const bin = MOO_TEST_BIN;
    source_ = std::string(MOO_TEST_MODELS) + "/" + model;
    std::string const document =
        model.ends_with(".moo") ? "cat '" + source_ + "'" : bin + "/moflat '" + source_ + "' | " + bin + "/moopt";
    std::string const pipe = document + " | " + bin + "/mogen-cpp --allow-external -o '" + folder_.path() + "/simulator'";
    REQUIRE(run_shell("bash -o pipefail -c \"" + pipe + "\"") == 0);
}

Trajectory Simulator::run(std::string const& options) const {
    Outcome const outcome = try_run(options);
    INFO(outcome.errors);
    REQUIRE(outcome.exit_code == 0);
    Trajectory result = read_csv(folder_.path() + "/result.csv");
    check_same(result, interpreted_results());
    check_linear(options, result.time.front() + 0.4 * (result.time.back() - result.time.front()));
    return result;
}

// The derivatives of all variables by states and inputs: from compiled partial derivatives and from interpreted ones.
void Simulator::check_linear(std::string const& options, double time) const {
    std::ostringstream arguments;
    arguments << " " << options << " --linearize " << time << " --variables '*' -q 2>/dev/null -o " << folder_.path();
    int const compiled = run_shell(folder_.path() + "/simulator" + arguments.str() + "/linear.json");
    int const interpreted =
        run_shell(std::string(MOO_TEST_BIN) + "/mosim --allow-external '" + source_ + "'" + arguments.str() + "/interpreted.json");
    REQUIRE(compiled == interpreted);
    if (compiled != 0) return;
    std::vector<std::string> const first = words_of(folder_.path() + "/linear.json");
    std::vector<std::string> const second = words_of(folder_.path() + "/interpreted.json");
    REQUIRE(first.size() == second.size());
    for (std::size_t i = 0; i < first.size(); ++i) {
        if (first[i] == second[i]) continue;
        double const a = std::strtod(first[i].c_str(), nullptr);
        double const b = std::strtod(second[i].c_str(), nullptr);
        INFO("linear model at " << time << ", word " << i << ": " << first[i] << " and " << second[i]);
        REQUIRE(std::abs(a - b) <= 1e-5 * std::max(std::abs(a), 1e-3));
    }
}

Trajectory Simulator::results() const { return read_csv(folder_.path() + "/result.csv"); }

Trajectory Simulator::interpreted_results() const { return read_csv(folder_.path() + "/interpreted.csv"); }

Simulator::Outcome Simulator::try_run(std::string const& options) const {
    std::string const errors = folder_.path() + "/stderr";
    int const code =
        run_shell(folder_.path() + "/simulator -o " + folder_.path() + "/result.csv " + options + " 2>" + errors);
    int const interpreted = run_shell(std::string(MOO_TEST_BIN) + "/mosim --allow-external '" + source_ + "' -o " + folder_.path() +
                                      "/interpreted.csv " + options + " 2>" + folder_.path() + "/interpreted.stderr");
    INFO("the interpreter says: " << read_text(folder_.path() + "/interpreted.stderr"));
    CHECK(interpreted == code);
    return {code, read_text(errors)};
}

}  // namespace moo::test
