// The command line of a simulator, one argument in each line, and the same text as a file of values: both are refused
// with a reason, or all numbers are finite and the number of runs is within its limit.
#include <cmath>
#include <vector>

#include "runtime/tool/options.h"
#include "tests/fuzz/entry.h"

namespace moo::fuzz {

namespace {

using namespace runtime;

MooModel const& small_model() {
    static MooVariable variables[4] = {};
    static MooModel model = [] {
        MooModel made = {};
        char const* const names[] = {"x", "p", "n", "text"};
        MooRole const roles[] = {MOO_STATE, MOO_PARAMETER, MOO_PARAMETER, MOO_PARAMETER};
        MooType const types[] = {MOO_REAL, MOO_REAL, MOO_INTEGER, MOO_STRING};
        for (std::size_t i = 0; i < 4; ++i) {
            variables[i].name = names[i];
            variables[i].unit = variables[i].description = "";
            variables[i].role = roles[i];
            variables[i].type = types[i];
            variables[i].tunability = MOO_TUNABLE;
        }
        made.name = "Small";
        made.description = "";
        made.variables = variables;
        made.variable_count = 4;
        made.stop_time = 1.0;
        made.tolerance = 1e-6;
        return made;
    }();
    return model;
}

std::vector<std::string> lines_of(std::string_view text) {
    std::vector<std::string> lines;
    while (!text.empty()) {
        std::size_t const end = std::min(text.find('\n'), text.size());
        lines.emplace_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

void check_assignments(std::vector<Assignment> const& assignments) {
    for (Assignment const& assignment : assignments) {
        check(assignment.slot < small_model().variable_count, "a variable that is not there");
    }
}

}  // namespace

void run(std::string_view text) {
    // The named file could be anything.
    if (text.find("--parameters") == std::string_view::npos) {
        ParsedOptions const parsed = parse_options(lines_of(text), small_model());
        if (parsed.error.empty()) {
            SimulationOptions const& simulation = parsed.options.simulation;
            check(std::isfinite(simulation.start_time) && std::isfinite(simulation.stop_time), "no finite time");
            check(simulation.stop_time >= simulation.start_time, "the end is before the start");
            check(std::isfinite(simulation.interval) && simulation.interval >= 0.0, "no finite interval");
            check(parsed.options.study.run_count() <= most_runs, "too many runs");
            check_assignments(parsed.options.assignments);
        }
    }
    SettingsFile const file = parse_settings("values.txt", text);
    for (Setting const& setting : file.settings) {
        check(!setting.name.empty(), "a setting without a name");
        SettingResult const resolved = resolve_setting(small_model(), setting);
        if (resolved.error.empty()) check_assignments({resolved.assignment});
    }
}

}  // namespace moo::fuzz
