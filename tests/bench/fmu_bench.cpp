// Measures how long it takes to pack a model of 10^4 equations, compile included.
//
//   fmu_bench [CELLS]
//
// A chain of resistors and capacitors from connectors, as a user builds it. Prints the wall clock and processor time of
// each tool. Exit code 1 if mogen-fmu takes more than 10 s of processor time.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "tests/bench/electrical_models.h"
#include "tests/bench/measured_process.h"

namespace {

namespace fs = std::filesystem;

constexpr double most_seconds = 10.0;

std::string chain(int cells) {
    std::string const n = std::to_string(cells);
    return std::string(moo::bench::electrical) + "model Chain\n  Electrical.Cell cell[" + n +
           "];\n  Electrical.ConstantVoltage source(V = 1);\n  Electrical.Ground ground;\nequation\n" +
           "  connect(source.p, cell[1].p);\n  connect(source.n, ground.p);\n  for i in 1:" + n +
           " loop\n    connect(cell[i].g, ground.p);\n  end for;\n  for i in 1:" + n +
           " - 1 loop\n    connect(cell[i].n, cell[i + 1].p);\n  end for;\nend Chain;\n";
}

double measure(char const* name, fs::path const& tool, std::vector<std::string> const& arguments,
               fs::path const& errors) {
    auto const begin = std::chrono::steady_clock::now();
    moo::bench::Run const run = moo::bench::run(tool.string(), arguments, errors.string());
    std::chrono::duration<double> const wall = std::chrono::steady_clock::now() - begin;
    if (!run.is_good) {
        std::fprintf(stderr, "fmu_bench: %s failed, see %s\n", name, errors.c_str());
        std::exit(2);
    }
    std::printf("  %-18s %6.2f s wall clock, %6.2f s processor time\n", name, wall.count(), run.seconds);
    return run.seconds;
}

}  // namespace

int main(int argc, char** argv) {
    int const cells = argc > 1 ? std::atoi(argv[1]) : 500;
    fs::path const bin = fs::read_symlink("/proc/self/exe").parent_path();
    fs::path const folder = fs::temp_directory_path() / ("fmu_bench." + std::to_string(::getpid()));
    fs::create_directories(folder);
    std::ofstream(folder / "Chain.mo") << chain(cells);
    fs::path const errors = folder / "errors";
    auto const path = [&](char const* name) { return (folder / name).string(); };
    measure("moflat", bin / "moflat", {path("Chain.mo"), "--stats", "-o", path("chain.bmo")}, errors);
    std::printf("  %ld equations\n", moo::bench::read_equations(errors.string()));
    measure("moopt", bin / "moopt", {path("chain.bmo"), "-o", path("chain.moo")}, errors);
    bool is_good = true;
    for (char const* const version : {"2", "3"}) {
        std::string const name = std::string("mogen-fmu --fmi ") + version;
        is_good = measure(name.c_str(), bin / "mogen-fmu",
                          {"--fmi", version, path("chain.moo"), "-o", path("chain.fmu")}, errors) <= most_seconds &&
                  is_good;
    }
    fs::remove_all(folder);
    return is_good ? 0 : 1;
}
