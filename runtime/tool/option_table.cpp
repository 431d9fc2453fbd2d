#include "runtime/tool/option_table.h"

#include <algorithm>
#include <array>

#include "runtime/text/number_text.h"

namespace moo::runtime {

namespace {

constexpr OptionInfo table[] = {
    {OptionId::start_time, "--start-time", "", "T", "when to start", "time and accuracy"},
    {OptionId::stop, "--stop", "", "T", "when to stop", ""},
    {OptionId::interval, "--interval", "", "H", "distance between output points", ""},
    {OptionId::intervals, "--intervals", "", "N", "the same, as a number of intervals", ""},
    {OptionId::tolerance, "--tolerance", "", "R", "relative accuracy of the results", ""},
    {OptionId::solver, "--solver", "", "NAME", "how to integrate:", ""},
    {OptionId::step, "--step", "", "H", "step of a solver with a fixed step (the output interval)", ""},
    {OptionId::set, "--set", "", "NAME=VALUE", "change a parameter", "values"},
    {OptionId::start, "--start", "", "NAME=VALUE", "change a start value", ""},
    {OptionId::parameters, "--parameters", "", "FILE",
     "take values from a file: lines `name = value`, or\n`start name = value`; `#` begins a comment", ""},
    {OptionId::output, "--output", "-o", "FILE",
     "where to write the results: as CSV (standard output), or in\n"
     "FILE.mat as trajectories for Dymola and OpenModelica",
     "results"},
    {OptionId::variables, "--variables", "", "PATTERNS",
     "which variables: names with * and ?, separated by commas\n(all that are not hidden)", ""},
    {OptionId::plot, "--plot", "", "PATTERNS", "draw these variables; in a terminal also as charts", "pictures"},
    {OptionId::plot_file, "--plot-file", "", "FILE",
     "where to draw: FILE.html is a page to zoom in, FILE.svg and\nFILE.png are pictures (a page with the name of the "
     "model)",
     ""},
    {OptionId::chart, "--chart", "", "", "draw a chart in the terminal", ""},
    {OptionId::linearize, "--linearize", "", "T",
     "simulate until T and write the linear model there: the\n"
     "matrices A, B, C, D with names, as JSON, as Octave in\n"
     "-o FILE.m or as Python in -o FILE.py; --variables adds outputs",
     "analyses"},
    {OptionId::sweep, "--sweep", "", "NAME=A:B:N",
     "one run for each of N values from A to B, or NAME=V,V,…;\nseveral sweeps make a grid. All runs go into one CSV "
     "file",
     ""},
    {OptionId::monte_carlo, "--monte-carlo", "", "N", "N runs with random values (for each point of a grid)", ""},
    {OptionId::vary, "--vary", "", "NAME=DISTRIBUTION",
     "a value to draw at random: normal(mean,deviation), uniform(low,high),\nlognormal(mean,deviation), "
     "triangular(low,likeliest,high)",
     ""},
    {OptionId::seed, "--seed", "", "N", "different seeds give different random values (1)", ""},
    {OptionId::final_only, "--final", "", "", "keep only the last row of each run", ""},
    {OptionId::statistics, "--statistics", "", "FILE", "write statistics of the final values of all runs, as CSV", ""},
    {OptionId::jobs, "--jobs", "", "N", "number of runs at the same time (one for each core)", ""},
    {OptionId::stats, "--stats", "", "", "report how much work it was", "messages"},
    {OptionId::profile, "--profile", "", "", "report where the time went: blocks, with their source lines", ""},
    {OptionId::log, "--log", "", "", "report every event", ""},
    {OptionId::quiet, "--quiet", "-q", "", "only errors", ""},
    {OptionId::strict, "--strict", "", "", "treat warnings as errors", ""},
    {OptionId::help, "--help", "-h", "", "this text", ""},
    {OptionId::version, "--version", "", "", "print the version of the model and of the runtime", ""},
};

constexpr std::size_t help_column = 26;

// The default if the option is not given.
std::string default_text(OptionId id, SimulationOptions const& defaults) {
    switch (id) {
        case OptionId::start_time: return number_text(defaults.start_time);
        case OptionId::stop: return number_text(defaults.stop_time);
        case OptionId::interval: return defaults.interval > 0.0 ? number_text(defaults.interval) : "";
        case OptionId::intervals: return defaults.interval > 0.0 ? "" : "500";
        case OptionId::tolerance: return number_text(defaults.tolerance);
        case OptionId::solver:
        case OptionId::step:
        case OptionId::set:
        case OptionId::start:
        case OptionId::parameters:
        case OptionId::output:
        case OptionId::variables:
        case OptionId::plot:
        case OptionId::plot_file:
        case OptionId::chart:
        case OptionId::linearize:
        case OptionId::sweep:
        case OptionId::monte_carlo:
        case OptionId::vary:
        case OptionId::seed:
        case OptionId::final_only:
        case OptionId::statistics:
        case OptionId::jobs:
        case OptionId::profile:
        case OptionId::stats:
        case OptionId::log:
        case OptionId::quiet:
        case OptionId::strict:
        case OptionId::help:
        case OptionId::version: break;
    }
    return {};
}

std::string one_option(OptionInfo const& option, SimulationOptions const& defaults) {
    std::string text = "  ";
    if (!option.short_name.empty()) text += std::string(option.short_name) + ", ";
    text += option.name;
    if (!option.value.empty()) text += " " + std::string(option.value);
    std::string help(option.help);
    if (std::string const value = default_text(option.id, defaults); !value.empty()) help += " (" + value + ")";
    text +=
        text.size() < help_column ? std::string(help_column - text.size(), ' ') : "\n" + std::string(help_column, ' ');
    for (char const c : help) text += c == '\n' ? "\n" + std::string(help_column, ' ') : std::string(1, c);
    return text + "\n";
}

}  // namespace

std::span<OptionInfo const> option_table() { return table; }

OptionInfo const* find_option(std::string_view name) {
    auto const* const found = std::find_if(std::begin(table), std::end(table), [&](OptionInfo const& option) {
        return option.name == name || (!option.short_name.empty() && option.short_name == name);
    });
    return found == std::end(table) ? nullptr : found;
}

bool takes_value(std::string_view option) {
    OptionInfo const* const found = find_option(option);
    return found != nullptr && !found->value.empty();
}

std::string options_text(SimulationOptions const& defaults) {
    std::string text;
    for (OptionInfo const& option : table) {
        if (!option.group.empty()) text += (text.empty() ? "" : "\n") + std::string(option.group) + ":\n";
        text += one_option(option, defaults);
        if (option.id != OptionId::solver) continue;
        for (SolverInfo const& solver : solver_list()) {
            text += std::string(help_column + 2, ' ') + std::string(solver.name) +
                    std::string(16 - std::min<std::size_t>(15, solver.name.size()), ' ') +
                    std::string(solver.description) + "\n";
        }
    }
    return text;
}

std::string help_text(std::string const& program, MooModel const& model) {
    std::string text = program + ": simulates the model `" + model.name + "`";
    if (model.description[0] != '\0') text += " (" + std::string(model.description) + ")";
    return text + "\n\nusage: " + program + " [options]\n\n" + options_text(default_options(model)) +
           "\nexit codes: 0 success, 1 error in the model, 2 wrong usage or a system error\n";
}

}  // namespace moo::runtime
