// Measures `moopt` from Base Modelica to MOO.
//
//   optimize_bench           chain, grid, loop and engine; or some of them by name
//
//   chain    resistor-capacitor cells made of components and connectors, 10^6 equations
//   grid     heat in two dimensions: capacities and conductors with connectors, 10^6 equations
//   loop     a grid of resistors, one linear system of 10^5 unknowns
//   engine   Modelica.Mechanics.MultiBody.Examples.Loops.EngineV6_analytic, flattened and optimized
//
// Each run is a process of its own. Times are processor time, user and system. Prints a table, and one line of JSON for
// scripts. Exit code 1 if a target is missed: for 10^6 equations 15 s, 4 GB and 2.3 times the time of half as many; for
// the loop the same growth; for the engine 2 s.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <string_view>

#include "tests/bench/electrical_models.h"
#include "tests/bench/measured_process.h"

namespace {

using namespace moo::bench;
namespace fs = std::filesystem;

std::string chain(int cells) {
    std::ostringstream text;
    text << electrical << "model Bench\n  parameter Integer N = " << cells << ";\n"
         << R"(  Electrical.Cell cell[N];
  Electrical.ConstantVoltage source(V = 1);
  Electrical.Ground ground;
equation
  connect(source.n, ground.p);
  connect(source.p, cell[1].p);
  for k in 1:N - 1 loop
    connect(cell[k].n, cell[k + 1].p);
  end for;
  for k in 1:N loop
    connect(cell[k].g, ground.p);
  end for;
end Bench;
)";
    return std::move(text).str();
}

// `rows` times 250 capacities.
std::string heat_grid(int rows) {
    std::ostringstream text;
    text << R"(package Thermal
  connector Port
    Real T(unit = "K");
    flow Real Q(unit = "W");
  end Port;
  model Capacity
    Port port(T(start = 300, fixed = true));
    parameter Real C = 1;
  equation
    C*der(port.T) = port.Q;
  end Capacity;
  model Conductor
    Port a;
    Port b;
    parameter Real G = 1;
    Real dT;
    Real Q;
  equation
    dT = a.T - b.T;
    Q = G*dT;
    a.Q = Q;
    b.Q = -Q;
  end Conductor;
  model Fixed
    Port port;
    parameter Real T = 400;
  equation
    port.T = T;
  end Fixed;
end Thermal;
model Bench
  parameter Integer N = )"
         << rows << R"(;
  parameter Integer M = 250;
  Thermal.Capacity node[N, M];
  Thermal.Conductor right[N, M - 1];
  Thermal.Conductor down[N - 1, M];
  Thermal.Fixed hot;
  Thermal.Conductor inlet;
equation
  connect(hot.port, inlet.a);
  connect(inlet.b, node[1, 1].port);
  for i in 1:N loop
    for j in 1:M - 1 loop
      connect(node[i, j].port, right[i, j].a);
      connect(right[i, j].b, node[i, j + 1].port);
    end for;
  end for;
  for i in 1:N - 1 loop
    for j in 1:M loop
      connect(node[i, j].port, down[i, j].a);
      connect(down[i, j].b, node[i + 1, j].port);
    end for;
  end for;
end Bench;
)";
    return std::move(text).str();
}

// `rows` times 100 nodes with a resistor between neighbours, a source across two corners.
std::string resistor_grid(int rows) {
    std::ostringstream text;
    text << electrical << "model Bench\n  parameter Integer N = " << rows << ";\n"
         << R"(  parameter Integer M = 100;
  Electrical.Resistor right[N, M - 1](each R = 1);
  Electrical.Resistor down[N - 1, M](each R = 2);
  Electrical.ConstantVoltage source(V = 1);
  Electrical.Ground ground;
equation
  connect(source.n, ground.p);
  connect(source.p, right[1, 1].p);
  connect(down[N - 1, M].n, ground.p);
  for i in 1:N loop
    for j in 1:M - 2 loop
      connect(right[i, j].n, right[i, j + 1].p);
    end for;
  end for;
  for i in 1:N - 2 loop
    for j in 1:M loop
      connect(down[i, j].n, down[i + 1, j].p);
    end for;
  end for;
  for i in 1:N - 1 loop
    for j in 1:M - 1 loop
      connect(right[i, j].p, down[i, j].p);
    end for;
    connect(right[i, M - 1].n, down[i, M].p);
  end for;
  for j in 1:M - 1 loop
    connect(right[N, j].p, down[N - 1, j].n);
  end for;
  connect(right[N, M - 1].n, down[N - 1, M].n);
end Bench;
)";
    return std::move(text).str();
}

struct Case {
    std::string_view name;
    std::string (*model)(int size);
    int size;
    double most_seconds;
};

constexpr Case cases[] = {
    {"chain", chain, 50'000, 15.0},
    {"grid", heat_grid, 288, 15.0},
    {"loop", resistor_grid, 206, 15.0},
};
constexpr double most_megabytes = 4096;
constexpr double most_growth = 2.3;

struct Tools {
    std::string moflat;
    std::string moopt;
    fs::path folder;
};

void print_failure(char const* tool, std::string const& errors) {
    std::printf("%s failed:\n%s\n", tool, (std::ostringstream() << std::ifstream(errors).rdbuf()).str().c_str());
}

bool measure(Tools const& tools, Case const& each) {
    std::string const model = tools.folder / "bench.mo";
    std::string const flat = tools.folder / "bench.bmo";
    std::string const stats = tools.folder / "stats.txt";
    Run runs[2];
    for (int const i : {0, 1}) {
        int const size = i == 0 ? each.size / 2 : each.size;
        std::ofstream(model) << each.model(size);
        if (!run(tools.moflat, {"--stats", model, "-o", flat}, stats).is_good) return print_failure("moflat", stats), false;
        long const equations = read_equations(stats);
        runs[i] = best_of(2, tools.moopt, {flat, "-o", tools.folder / "bench.moo"}, stats);
        if (!runs[i].is_good) return print_failure("moopt", stats), false;
        std::printf("%-8s %8d %10ld %10.2f %10.2f %10.0f\n", each.name.data(), size, equations, runs[i].seconds,
                    1e6 * runs[i].seconds / static_cast<double>(equations), runs[i].peak_megabytes);
    }
    double const growth = runs[1].seconds / runs[0].seconds;
    bool const met =
        runs[1].seconds <= each.most_seconds && runs[1].peak_megabytes <= most_megabytes && growth <= most_growth;
    std::printf("%-8s twice the size takes %.2f times as long; targets %s\n", each.name.data(), growth,
                met ? "met" : "missed");
    std::printf(
        "{\"bench\": \"optimize\", \"case\": \"%s\", \"seconds\": %.3f, \"peak_mb\": %.0f, \"growth\": %.3f, \"met\": "
        "%s}\n",
        each.name.data(), runs[1].seconds, runs[1].peak_megabytes, growth, met ? "true" : "false");
    return met;
}

bool measure_engine(Tools const& tools) {
    std::string const flat = tools.folder / "engine.bmo";
    std::string const errors = tools.folder / "errors.txt";
    Run const flattened = best_of(
        3, tools.moflat, {"Modelica.Mechanics.MultiBody.Examples.Loops.EngineV6_analytic", "-o", flat}, errors);
    if (!flattened.is_good) {
        std::printf("engine   SKIPPED: the Modelica Standard Library is not found\n");
        return true;
    }
    Run const optimized = best_of(3, tools.moopt, {flat, "-o", tools.folder / "engine.moo"}, errors);
    if (!optimized.is_good) return print_failure("moopt", errors), false;
    double const seconds = flattened.seconds + optimized.seconds;
    bool const met = seconds <= 2.0;
    std::printf("engine   flattened in %.2f s, optimized in %.2f s; target %s\n", flattened.seconds, optimized.seconds,
                met ? "met" : "missed");
    std::printf("{\"bench\": \"optimize\", \"case\": \"engine\", \"seconds\": %.3f, \"met\": %s}\n", seconds,
                met ? "true" : "false");
    return met;
}

}  // namespace

int main(int argc, char** argv) {
    fs::path const folder = fs::read_symlink("/proc/self/exe").parent_path();
    std::string pattern = fs::temp_directory_path() / "optimize_bench_XXXXXX";
    if (mkdtemp(pattern.data()) == nullptr) return 2;
    Tools const tools{folder / "moflat", folder / "moopt", pattern};
    auto const is_wanted = [&](std::string_view name) {
        return argc == 1 || std::find(argv + 1, argv + argc, name) != argv + argc;
    };
    std::printf("%-8s %8s %10s %10s %10s %10s\n", "case", "size", "equations", "s", "us/eq", "MB");
    bool met = true;
    for (Case const& each : cases) {
        if (is_wanted(each.name)) met = measure(tools, each) && met;
    }
    if (is_wanted("engine")) met = measure_engine(tools) && met;
    fs::remove_all(pattern);
    return met ? 0 : 1;
}
