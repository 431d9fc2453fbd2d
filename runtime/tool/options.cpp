#include "runtime/tool/options.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string_view>

#include "runtime/abi/values.h"
#include "runtime/results/number_text.h"
#include "runtime/tool/variable_names.h"

namespace moo::runtime {

namespace {

class Parser {
public:
    Parser(std::vector<std::string> const& arguments, MooModel const& model) : arguments_(arguments), model_(model) {
        result_.options.simulation = default_options(model);
    }

    ParsedOptions parse() {
        while (at_ < arguments_.size() && result_.error.empty()) {
            std::string argument = arguments_[at_++];
            inline_value_.reset();
            if (argument.starts_with("--")) {
                if (auto const equals = argument.find('='); equals != std::string::npos) {
                    inline_value_ = argument.substr(equals + 1);
                    argument.resize(equals);
                }
            }
            parse_one(argument);
            if (inline_value_ && result_.error.empty()) fail("option `" + argument + "` takes no value");
        }
        if (result_.error.empty()) finish();
        return std::move(result_);
    }

private:
    void fail(std::string text) {
        if (result_.error.empty()) result_.error = std::move(text);
    }

    std::string value_of(std::string const& option) {
        if (inline_value_) {
            std::string value = *inline_value_;
            inline_value_.reset();
            return value;
        }
        if (at_ < arguments_.size()) return arguments_[at_++];
        fail("option `" + option + "` needs a value");
        return {};
    }

    double number_of(std::string const& option) {
        std::string const text = value_of(option);
        std::optional<double> const value = parse_number(text);
        if (!value || !std::isfinite(*value)) fail("`" + option + "` needs a number, not `" + text + "`");
        return value.value_or(0.0);
    }

    double positive_number_of(std::string const& option) {
        double const value = number_of(option);
        if (!(value > 0.0)) fail("`" + option + "` needs a positive number");
        return value;
    }

    void parse_one(std::string const& option) {
        Options& options = result_.options;
        if (option == "--start-time") {
            options.simulation.start_time = number_of(option);
        } else if (option == "--stop-time" || option == "--stop") {
            options.simulation.stop_time = number_of(option);
        } else if (option == "--interval") {
            options.simulation.interval = positive_number_of(option);
            intervals_ = 0.0;
        } else if (option == "--intervals") {
            intervals_ = positive_number_of(option);
            if (intervals_ != std::floor(intervals_)) fail("`--intervals` needs a whole number");
        } else if (option == "--tolerance") {
            options.simulation.tolerance = positive_number_of(option);
        } else if (option == "--solver") {
            set_solver(value_of(option));
        } else if (option == "--step") {
            options.simulation.fixed_step = positive_number_of(option);
        } else if (option == "-o" || option == "--output") {
            options.output = value_of(option);
        } else if (option == "--plot") {
            options.plot = value_of(option);
        } else if (option == "--variables") {
            add_patterns(value_of(option));
        } else if (option == "--set" || option == "--start") {
            add_assignment(option, value_of(option));
        } else if (bool* flag = flag_of(option); flag != nullptr) {
            *flag = true;
        } else {
            fail_unknown(option);
        }
    }

    void fail_unknown(std::string const& option) {
        if (!option.starts_with('-')) return fail("unexpected argument `" + option + "`");
        std::vector<std::string_view> const known{"--start-time", "--stop-time", "--stop", "--interval", "--intervals",
                                                  "--tolerance",  "--solver",    "--step", "--output",   "--plot",
                                                  "--chart",      "--variables", "--set",  "--start",    "--log",
                                                  "--stats",      "--quiet",     "--help", "--version"};
        fail("unknown option `" + option + "`" + suggestion(nearest_word(known, option)));
    }

    void set_solver(std::string const& name) {
        std::vector<std::string_view> names;
        std::string list;
        for (SolverInfo const& solver : solver_list()) {
            names.push_back(solver.name);
            list += (list.empty() ? "" : ", ") + std::string(solver.name);
        }
        if (std::find(names.begin(), names.end(), name) == names.end()) {
            std::string_view const nearest = nearest_word(names, name);
            fail("there is no solver `" + name + "`" + (nearest.empty() ? "; there are " + list : suggestion(nearest)));
        }
        result_.options.simulation.solver = name;
    }

    bool* flag_of(std::string const& option) {
        Options& options = result_.options;
        if (option == "--chart") return &options.chart;
        if (option == "--log") return &options.simulation.log_events;
        if (option == "--stats") return &options.stats;
        if (option == "--quiet" || option == "-q") return &options.quiet;
        if (option == "--help" || option == "-h") return &options.help;
        if (option == "--version") return &options.version;
        return nullptr;
    }

    // Commas within brackets belong to a name: `a[1,2],b*`.
    void add_patterns(std::string_view text) {
        std::string pattern;
        int depth = 0;
        for (char const c : text) {
            if (c == '[') ++depth;
            if (c == ']') --depth;
            if (c != ',' || depth > 0) {
                pattern += c;
                continue;
            }
            add_pattern(pattern);
            pattern.clear();
        }
        add_pattern(pattern);
    }

    void add_pattern(std::string const& pattern) {
        if (pattern.empty()) return;
        for (std::uint32_t i = 0; i < model_.variable_count; ++i) {
            if (!matches_pattern(pattern, model_.variables[i].name)) continue;
            result_.options.patterns.push_back(pattern);
            return;
        }
        fail("no variable matches `" + pattern + "`" + suggestion(nearest_name(model_, pattern)));
    }

    static std::string suggestion(std::string_view nearest) {
        return nearest.empty() ? std::string() : "; did you mean `" + std::string(nearest) + "`?";
    }

    void add_assignment(std::string const& option, std::string const& text) {
        if (!result_.error.empty()) return;
        auto const equals = text.find('=');
        if (equals == std::string::npos) return fail("`" + option + "` needs `name=value`, not `" + text + "`");
        std::string const name = text.substr(0, equals);
        std::optional<std::uint32_t> const slot = find_variable(model_, name);
        if (!slot) return fail("the model has no variable `" + name + "`" + suggestion(nearest_name(model_, name)));
        MooVariable const& variable = model_.variables[*slot];
        bool const parameter = variable.role == MOO_PARAMETER || variable.role == MOO_CONSTANT;
        if (option == "--set" && !parameter && variable.role != MOO_INPUT) {
            return fail("`" + name + "` is not a parameter; `--start " + name + "=…` gives its start value");
        }
        if (option == "--set" && variable.tunable == 0) {
            return fail("`" + name + "` was evaluated when the model was translated and cannot be set any more");
        }
        if (option == "--start" && (parameter || variable.role == MOO_DERIVATIVE)) {
            return fail("`" + name + "` has no start value" + (parameter ? "; `--set` gives parameters" : ""));
        }
        std::optional<double> const value = parse_value(variable, text.substr(equals + 1));
        if (!value)
            return fail("`" + text.substr(equals + 1) + "` is no value for `" + name + "`, " + type_text(variable));
        result_.options.assignments.push_back({*slot, *value});
    }

    static char const* type_text(MooVariable const& variable) {
        switch (variable.type) {
            case MOO_REAL: return "a Real";
            case MOO_INTEGER: return "an Integer";
            case MOO_BOOLEAN: return "a Boolean";
            case MOO_STRING: return "a String";
            case MOO_OBJECT: return "an external object, which cannot be given";
            case MOO_ENUMERATION: return "an enumeration (give the position of its literal, from 1)";
        }
        return "";
    }

    static std::optional<double> parse_value(MooVariable const& variable, std::string const& text) {
        if (variable.type == MOO_BOOLEAN) {
            if (text == "true" || text == "1") return 1.0;
            if (text == "false" || text == "0") return 0.0;
            return std::nullopt;
        }
        if (variable.type == MOO_STRING) return moo_text(text.c_str());
        if (variable.type == MOO_OBJECT) return std::nullopt;
        std::optional<double> const value = parse_number(text);
        if (!value || !std::isfinite(*value)) return std::nullopt;
        if (variable.type != MOO_REAL && *value != std::floor(*value)) return std::nullopt;
        return value;
    }

    void finish() {
        SimulationOptions& simulation = result_.options.simulation;
        double const span = simulation.stop_time - simulation.start_time;
        if (span < 0.0) {
            fail("the stop time " + number_text(simulation.stop_time) + " is before the start time " +
                 number_text(simulation.start_time));
        }
        if (intervals_ > 0.0) simulation.interval = span / intervals_;
        if (simulation.interval > 0.0 && simulation.start_time + simulation.interval == simulation.start_time &&
            span > 0.0) {
            fail("the output interval " + number_text(simulation.interval) + " is too small to tell points apart");
        }
    }

    std::vector<std::string> const& arguments_;
    MooModel const& model_;
    ParsedOptions result_;
    std::optional<std::string> inline_value_;
    std::size_t at_ = 0;
    double intervals_ = 0.0;
};

}  // namespace

bool takes_value(std::string_view option) {
    constexpr std::array<std::string_view, 14> with_value{
        "--start-time", "--stop-time", "--stop", "--interval", "--intervals", "--tolerance", "--solver",
        "--step",       "--output",    "-o",     "--plot",     "--variables", "--set",       "--start"};
    return std::find(with_value.begin(), with_value.end(), option) != with_value.end();
}

ParsedOptions parse_options(std::vector<std::string> const& arguments, MooModel const& model) {
    return Parser(arguments, model).parse();
}

std::string options_text(SimulationOptions const& defaults) {
    std::string text;
    text += "  --start-time T          when to start (" + number_text(defaults.start_time) + ")\n";
    text += "  --stop T, --stop-time T when to stop (" + number_text(defaults.stop_time) + ")\n";
    text += "  --interval H            distance of output points";
    text += defaults.interval > 0.0 ? " (" + number_text(defaults.interval) + ")\n" : "\n";
    text += "  --intervals N           the same, as a number of intervals";
    text += defaults.interval > 0.0 ? "\n" : " (500)\n";
    text += "  --tolerance R           relative accuracy of the results (" + number_text(defaults.tolerance) + ")\n";
    text += "  --solver NAME           how to integrate:\n";
    for (SolverInfo const& solver : solver_list()) {
        text += "                            " + std::string(solver.name) + std::string(15 - solver.name.size(), ' ') +
                std::string(solver.description) + "\n";
    }
    text +=
        "  --step H                of a solver with a fixed step (the output interval)\n"
        "  -o, --output FILE       where to write the results: as CSV (standard output), or for\n"
        "                          FILE.mat as trajectories that Dymola and OpenModelica read\n"
        "  --plot FILE             draw the results as SVG\n"
        "  --chart                 draw the first variable in the terminal\n"
        "  --variables PATTERNS    which variables: names with * and ?, separated by commas\n"
        "  --set NAME=VALUE        change a parameter\n"
        "  --start NAME=VALUE      change a start value\n"
        "  --log                   tell about every event\n"
        "  --stats                 tell how much work it was\n"
        "  -q, --quiet             only errors\n"
        "  -h, --help              this text\n"
        "  --version               the version of model and runtime\n";
    return text;
}

std::string help_text(std::string const& program, MooModel const& model) {
    std::string text = program + ": simulates the model `" + model.name + "`";
    if (model.description[0] != '\0') text += " (" + std::string(model.description) + ")";
    return text + "\n\nusage: " + program + " [options]\n\n" + options_text(default_options(model)) +
           "\nexit codes: 0 fine, 1 the model is at fault, 2 wrong usage or a system error\n";
}

}  // namespace moo::runtime
