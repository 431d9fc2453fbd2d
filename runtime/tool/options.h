// The parsed command line of a simulator.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/abi/model.h"
#include "runtime/analysis/linearize.h"
#include "runtime/analysis/study.h"
#include "runtime/simulate/settings.h"
#include "runtime/simulate/simulation.h"

namespace moo::runtime {

struct Options {
    SimulationOptions simulation;
    std::string output;                 // empty: standard output
    std::vector<std::string> patterns;  // which variables to store; empty: all that are not hidden
    std::vector<std::string>
        plot_patterns;      // which to draw; empty: those of `patterns` if given, otherwise interesting ones
    std::string plot_file;  // empty: named after the model if a plot is requested
    bool chart = false;
    std::optional<double> linearize_at;
    Study study;
    bool final_only = false;
    std::string statistics_file;
    std::size_t jobs = 0;  // 0: one for each core
    bool profile = false;
    std::vector<Assignment> assignments;  // parameters and start values
    bool stats = false;
    bool quiet = false;
    bool strict = false;
    bool help = false;
    bool version = false;
};

struct ParsedOptions {
    Options options;
    std::string error;  // empty: fine
};

[[nodiscard]] ParsedOptions parse_options(std::vector<std::string> const& arguments, MooModel const& model);

// The format that the ending of the file's name means; JSON for standard output.
[[nodiscard]] std::optional<LinearFormat> linear_format(std::string_view path);

enum class PlotFormat { html, svg, png };

// The format that the ending of the file's name means.
[[nodiscard]] std::optional<PlotFormat> plot_format(std::string_view path);

}  // namespace moo::runtime
