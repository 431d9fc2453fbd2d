// The options of simulators: one row each, used for parsing, suggestions and help.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "runtime/abi/model.h"
#include "runtime/simulate/simulation.h"

namespace moo::runtime {

enum class OptionId {
    start_time,
    stop,
    interval,
    intervals,
    tolerance,
    solver,
    step,
    set,
    start,
    parameters,
    output,
    variables,
    plot,
    plot_file,
    chart,
    linearize,
    sweep,
    monte_carlo,
    vary,
    seed,
    final_only,
    statistics,
    jobs,
    stats,
    profile,
    log,
    quiet,
    strict,
    help,
    version,
};

struct OptionInfo {
    OptionId id;
    std::string_view name;        // `--stop`
    std::string_view short_name;  // `-o`, or empty
    std::string_view value;       // the name of its value in the help; empty: it takes no value
    std::string_view help;        // lines are separated by `\n`
    std::string_view group;       // the heading above it in the help; empty: that of the option before
};

[[nodiscard]] std::span<OptionInfo const> option_table();

// Finds an option by its name or short name; null if there is none.
[[nodiscard]] OptionInfo const* find_option(std::string_view name);

// Whether an option comes before its value, as in `--stop 3`.
[[nodiscard]] bool takes_value(std::string_view option);

// The help text of the options, with the model's defaults.
[[nodiscard]] std::string options_text(SimulationOptions const& defaults);
[[nodiscard]] std::string help_text(std::string const& program, MooModel const& model);

}  // namespace moo::runtime
