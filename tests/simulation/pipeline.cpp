#include "tests/simulation/pipeline.h"

#include <sys/wait.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
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
    std::istringstream header(line);
    for (std::string name; std::getline(header, name, ',');) {
        std::erase(name, '"');
        names.push_back(name);
    }
    REQUIRE(!names.empty());
    REQUIRE(names[0] == "time");
    Trajectory result;
    while (std::getline(in, line)) {
        std::istringstream cells(line);
        std::string cell;
        for (std::string const& name : names) {
            REQUIRE(std::getline(cells, cell, ','));
            (name == "time" ? result.time : result.columns[name]).push_back(std::stod(cell));
        }
    }
    return result;
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
    std::string const source = std::string(MOO_TEST_MODELS) + "/" + model;
    std::string const pipe = bin + "/moflat '" + source + "' | " + bin + "/moopt | " + bin + "/mogen-cpp -o '" +
                             folder_.path() + "/simulator'";
    REQUIRE(run_shell("bash -o pipefail -c \"" + pipe + "\"") == 0);
}

Trajectory Simulator::run(std::string const& options) const {
    Outcome const outcome = try_run(options);
    INFO(outcome.errors);
    REQUIRE(outcome.exit_code == 0);
    return read_csv(folder_.path() + "/result.csv");
}

Simulator::Outcome Simulator::try_run(std::string const& options) const {
    std::string const errors = folder_.path() + "/stderr";
    int const code =
        run_shell(folder_.path() + "/simulator -o " + folder_.path() + "/result.csv " + options + " 2>" + errors);
    return {code, read_text(errors)};
}

}  // namespace moo::test
