// The command line of a compiled model.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/abi/model.h"
#include "runtime/tool/simulation.h"

namespace moo::runtime {

struct Assignment {
    std::uint32_t slot;
    double value;
};

struct Options {
    SimulationOptions simulation;
    std::string output;  // empty: standard output
    std::string plot;    // empty: none
    bool chart = false;
    std::vector<std::string> patterns;    // which variables to store and plot; empty: all that are not hidden
    std::vector<Assignment> assignments;  // parameters and start values
    bool stats = false;
    bool quiet = false;
    bool help = false;
    bool version = false;
};

struct ParsedOptions {
    Options options;
    std::string error;  // empty: fine
};

// Whether an option stands before its value, as in `--stop-time 3`.
[[nodiscard]] bool takes_value(std::string_view option);

[[nodiscard]] ParsedOptions parse_options(std::vector<std::string> const& arguments, MooModel const& model);

// What the options are, with the model's defaults.
[[nodiscard]] std::string options_text(SimulationOptions const& defaults);
[[nodiscard]] std::string help_text(std::string const& program, MooModel const& model);

}  // namespace moo::runtime
