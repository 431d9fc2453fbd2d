// Measures `moflat` on chains of resistor-capacitor cells made of components and connectors, and on the examples of
// the Modelica Standard Library.
//
//   flatten_bench            the chains: as an array of cells with loops of connections, and as cells declared one by
//   one flatten_bench library    all examples of the library, one process each
//
// Each run is a process of its own, so the peak of its memory is that of one model. Times are processor time of the
// process, user and system, the best of three runs. Prints a table, and one line of JSON for scripts.
// Exit code 1 if a target is missed: for 10^6 equations 10 s, 4 GB, and 2.2 times the time of half as many; for the
// examples a median of 0.12 s.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "tests/bench/electrical_models.h"
#include "tests/bench/measured_process.h"

namespace {

using namespace moo::bench;

namespace fs = std::filesystem;

enum class Form { array, declared };

std::string chain(Form form, int cells) {
    std::ostringstream text;
    text << electrical << "model Chain\n";
    if (form == Form::array) {
        text << "  parameter Integer N = " << cells << ";\n  Electrical.Cell cell[N];\n";
    } else {
        for (int i = 1; i <= cells; ++i) text << "  Electrical.Cell cell" << i << "(R = " << i << ");\n";
    }
    text << "  Electrical.ConstantVoltage source(V = 1);\n  Electrical.Ground ground;\nequation\n"
            "  connect(source.n, ground.p);\n";
    if (form == Form::array) {
        text << "  connect(source.p, cell[1].p);\n"
                "  for k in 1:N - 1 loop\n    connect(cell[k].n, cell[k + 1].p);\n  end for;\n"
                "  for k in 1:N loop\n    connect(cell[k].g, ground.p);\n  end for;\n";
    } else {
        text << "  connect(source.p, cell1.p);\n";
        for (int i = 1; i < cells; ++i) text << "  connect(cell" << i << ".n, cell" << i + 1 << ".p);\n";
        for (int i = 1; i <= cells; ++i) text << "  connect(cell" << i << ".g, ground.p);\n";
    }
    text << "end Chain;\n";
    return std::move(text).str();
}

bool measure_chain(std::string const& moflat, fs::path const& folder, Form form, char const* name) {
    constexpr int cells = 50'000;
    std::string const file = folder / "chain.mo";
    std::string const stats = folder / "stats.txt";
    Run runs[2];
    for (int const i : {0, 1}) {
        int const count = i == 0 ? cells / 2 : cells;
        std::ofstream(file) << chain(form, count);
        runs[i] = best_of(3, moflat, {"--stats", file}, stats);
        if (!runs[i].is_good) {
            std::printf("moflat failed:\n%s\n", (std::ostringstream() << std::ifstream(stats).rdbuf()).str().c_str());
            return false;
        }
        long const equations = read_equations(stats);
        std::printf("%-10s %8d %10ld %10.2f %10.2f %10.0f %10.0f\n", name, count, equations, runs[i].seconds,
                    1e6 * runs[i].seconds / static_cast<double>(equations), runs[i].peak_megabytes,
                    1024 * 1024 * runs[i].peak_megabytes / static_cast<double>(equations));
    }
    double const growth = runs[1].seconds / runs[0].seconds;
    bool const met = runs[1].seconds <= 10 && runs[1].peak_megabytes <= 4096 && growth <= 2.2;
    std::printf("%-10s twice the cells take %.2f times as long; targets %s\n", name, growth, met ? "met" : "missed");
    std::printf(
        "{\"bench\": \"flatten\", \"form\": \"%s\", \"seconds\": %.3f, \"peak_mb\": %.0f, \"growth\": %.3f, "
        "\"met\": %s}\n",
        name, runs[1].seconds, runs[1].peak_megabytes, growth, met ? "true" : "false");
    return met;
}

bool measure_library(std::string const& moflat, fs::path const& folder) {
    std::vector<std::string> models;
    std::string const list = folder / "models.txt";
    std::string const command = "'" + moflat + "' --list-models Modelica --with-experiment > '" + list + "'";
    if (std::system(command.c_str()) != 0) return false;
    std::ifstream file(list);
    for (std::string line; std::getline(file, line);) models.push_back(line);
    if (models.empty()) {
        std::printf("the Modelica Standard Library is not found\n");
        return false;
    }
    std::vector<std::pair<double, std::string>> times;
    double total = 0;
    std::size_t failed = 0;
    for (std::string const& model : models) {
        Run const one = run(moflat, {model}, folder / "errors.txt");
        times.emplace_back(one.seconds, model);
        total += one.seconds;
        if (!one.is_good) ++failed;
    }
    std::sort(times.begin(), times.end());
    double const median = times[times.size() / 2].first;
    bool const met = median <= 0.12;
    std::printf("%zu examples, %zu of them with errors: median %.3f s, slowest %.2f s (%s), all %.1f s; target %s\n",
                models.size(), failed, median, times.back().first, times.back().second.c_str(), total,
                met ? "met" : "missed");
    std::printf(
        "{\"bench\": \"library\", \"models\": %zu, \"failed\": %zu, \"median_s\": %.4f, \"slowest_s\": %.3f, "
        "\"all_s\": %.2f, "
        "\"met\": %s}\n",
        models.size(), failed, median, times.back().first, total, met ? "true" : "false");
    return met;
}

}  // namespace

int main(int argc, char** argv) {
    std::string const moflat = fs::read_symlink("/proc/self/exe").parent_path() / "moflat";
    std::string pattern = fs::temp_directory_path() / "flatten_bench_XXXXXX";
    if (mkdtemp(pattern.data()) == nullptr) return 2;
    bool met = false;
    if (argc > 1 && std::string_view(argv[1]) == "library") {
        met = measure_library(moflat, pattern);
    } else {
        std::printf("%-10s %8s %10s %10s %10s %10s %10s\n", "form", "cells", "equations", "s", "us/eq", "MB",
                    "bytes/eq");
        bool const array = measure_chain(moflat, pattern, Form::array, "array");
        bool const declared = measure_chain(moflat, pattern, Form::declared, "declared");
        met = array && declared;
    }
    fs::remove_all(pattern);
    return met ? 0 : 1;
}
