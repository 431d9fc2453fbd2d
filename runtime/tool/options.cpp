#include "runtime/tool/options.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>
#include <utility>

#include "runtime/simulate/variable_names.h"
#include "runtime/text/number_text.h"
#include "runtime/text/same_file.h"
#include "runtime/tool/option_table.h"

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

    std::size_t count_of(std::string const& option) {
        double const value = positive_number_of(option);
        if (value != std::floor(value) || value > 1e15) fail("`" + option + "` needs a whole number");
        return result_.error.empty() ? static_cast<std::size_t>(value) : 1;
    }

    void parse_one(std::string const& given) {
        OptionInfo const* const option = find_option(given);
        if (option == nullptr) return fail_unknown(given);
        Options& options = result_.options;
        SimulationOptions& simulation = options.simulation;
        switch (option->id) {
            case OptionId::start_time: simulation.start_time = number_of(given); break;
            case OptionId::stop: simulation.stop_time = number_of(given); break;
            case OptionId::interval:
                simulation.interval = positive_number_of(given);
                intervals_ = 0.0;
                break;
            case OptionId::intervals: intervals_ = static_cast<double>(count_of(given)); break;
            case OptionId::tolerance: simulation.tolerance = positive_number_of(given); break;
            case OptionId::solver: set_solver(value_of(given)); break;
            case OptionId::step: simulation.fixed_step = positive_number_of(given); break;
            case OptionId::set: add_setting(given, SettingKind::parameter, value_of(given)); break;
            case OptionId::start: add_setting(given, SettingKind::start, value_of(given)); break;
            case OptionId::parameters: add_file(value_of(given)); break;
            case OptionId::output: options.output = value_of(given); break;
            case OptionId::variables: add_patterns(value_of(given), options.patterns); break;
            case OptionId::plot: add_patterns(value_of(given), options.plot_patterns); break;
            case OptionId::plot_file: set_plot_file(value_of(given)); break;
            case OptionId::chart: options.chart = true; break;
            case OptionId::linearize: options.linearize_at = number_of(given); break;
            case OptionId::sweep: add_sweep(value_of(given)); break;
            case OptionId::monte_carlo: options.study.draws = count_of(given); break;
            case OptionId::vary: add_variation(value_of(given)); break;
            case OptionId::seed: options.study.seed = count_of(given); break;
            case OptionId::final_only: options.final_only = true; break;
            case OptionId::statistics: options.statistics_file = value_of(given); break;
            case OptionId::jobs: options.jobs = count_of(given); break;
            case OptionId::profile: options.profile = true; break;
            case OptionId::stats: options.stats = true; break;
            case OptionId::log: simulation.log_events = true; break;
            case OptionId::quiet: options.quiet = true; break;
            case OptionId::strict: options.strict = true; break;
            case OptionId::help: options.help = true; break;
            case OptionId::version: options.version = true; break;
        }
    }

    void fail_unknown(std::string const& option) {
        if (!option.starts_with('-')) return fail("unexpected argument `" + option + "`");
        std::vector<std::string_view> known;
        for (OptionInfo const& info : option_table()) {
            // Additional letters are likelier than other mistakes: `--stop-time` means `--stop`.
            if (option.starts_with(info.name)) known.push_back(info.name);
        }
        if (known.empty()) {
            for (OptionInfo const& info : option_table()) known.push_back(info.name);
        }
        std::string_view const nearest = known.size() == 1 ? known.front() : nearest_word(known, option);
        fail("unknown option `" + option + "`" + suggestion(nearest));
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

    void set_plot_file(std::string const& path) {
        if (!plot_format(path)) fail("`--plot-file` needs a name that ends in .html, .svg or .png, not `" + path + "`");
        result_.options.plot_file = path;
    }

    // Commas within brackets or quotation marks belong to a name: `a[1,2],b*`.
    void add_patterns(std::string_view text, std::vector<std::string>& patterns) {
        std::string pattern;
        int depth = 0;
        bool quoted = false;
        for (char const c : text) {
            if (c == '\'') quoted = !quoted;
            if (c == '[') ++depth;
            if (c == ']') --depth;
            if (c != ',' || depth > 0 || quoted) {
                pattern += c;
                continue;
            }
            add_pattern(pattern, patterns);
            pattern.clear();
        }
        add_pattern(pattern, patterns);
    }

    void add_pattern(std::string const& pattern, std::vector<std::string>& patterns) {
        if (pattern.empty()) return;
        for (std::uint32_t i = 0; i < model_.variable_count; ++i) {
            if (!matches_pattern(pattern, model_.variables[i].name)) continue;
            patterns.push_back(pattern);
            return;
        }
        fail("no variable matches `" + pattern + "`" + suggestion(nearest_name(model_, pattern)));
    }

    void add_setting(std::string const& option, SettingKind kind, std::string const& text) {
        if (!result_.error.empty()) return;
        Setting const setting = split_setting(kind, text);
        if (setting.name.empty()) return fail("`" + option + "` needs `name=value`, not `" + text + "`");
        add_setting(setting);
    }

    void add_setting(Setting const& setting) {
        SettingResult const resolved = resolve_setting(model_, setting);
        if (!resolved.error.empty()) return fail(resolved.error);
        result_.options.assignments.push_back(resolved.assignment);
    }

    void add_file(std::string const& path) {
        inputs_.push_back(path);
        SettingsFile const file = read_settings_file(path);
        if (!file.error.empty()) return fail(file.error);
        for (Setting const& setting : file.settings) add_setting(setting);
    }

    void add_sweep(std::string const& text) {
        if (!result_.error.empty()) return;
        ParsedSweep parsed = parse_sweep(model_, text);
        if (!parsed.error.empty()) return fail(parsed.error);
        result_.options.study.sweeps.push_back(std::move(parsed.sweep));
    }

    void add_variation(std::string const& text) {
        if (!result_.error.empty()) return;
        ParsedVariation parsed = parse_variation(model_, text);
        if (!parsed.error.empty()) return fail(parsed.error);
        result_.options.study.variations.push_back(parsed.variation);
    }

    // Options that exclude each other, and options that need another option.
    void check_analyses() {
        Options const& options = result_.options;
        Study const& study = options.study;
        bool const draws_picture = !options.plot_patterns.empty() || !options.plot_file.empty() || options.chart;
        if (study.draws > 0 && study.variations.empty()) fail("`--monte-carlo` needs `--vary NAME=DISTRIBUTION`");
        if (study.draws == 0 && !study.variations.empty()) fail("`--vary` needs `--monte-carlo N`");
        if (study.run_count() > most_runs) {
            fail("these are too many runs; " + std::to_string(most_runs) + " are the most");
        }
        if (study.empty() && (options.final_only || !options.statistics_file.empty() || options.jobs > 0)) {
            fail("`--final`, `--statistics` and `--jobs` are for `--sweep` and `--monte-carlo`");
        }
        if (!study.empty() && options.linearize_at) fail("`--linearize` needs a single run, not a sweep");
        if (!study.empty() && draws_picture) fail("a sweep cannot be plotted; its results are in one CSV file");
        if (!study.empty() && options.output.ends_with(".mat")) fail("the results of a sweep are written as CSV");
        if (!study.empty() && options.profile) fail("`--profile` needs a single run, not a sweep");
        if (options.linearize_at && !linear_format(options.output)) {
            fail("a linear model is written to a file that ends in .json, .m or .py, not to `" + options.output + "`");
        }
        if (options.linearize_at && draws_picture) fail("`--linearize` cannot be combined with a plot");
    }

    // A file that is read, or that another option names as well, would be lost.
    void check_outputs() {
        Options const& options = result_.options;
        std::vector<std::pair<std::string_view, std::string const*>> const outputs = {
            {"-o", &options.output}, {"--plot-file", &options.plot_file}, {"--statistics", &options.statistics_file}};
        for (std::size_t i = 0; i < outputs.size(); ++i) {
            auto const& [option, path] = outputs[i];
            for (std::string const& input : inputs_) {
                if (!is_same_file(*path, input)) continue;
                fail("`" + std::string(option) + " " + *path +
                     "` would overwrite the values that `--parameters` reads");
            }
            for (std::size_t k = 0; k < i; ++k) {
                if (!is_same_file(*path, *outputs[k].second)) continue;
                fail("`" + std::string(outputs[k].first) + "` and `" + std::string(option) + "` name the same file");
            }
        }
    }

    // More rows are a mistake: they would fill the disk before anybody could use them.
    void check_row_count() {
        constexpr double most_rows = 1e9;
        SimulationOptions const& simulation = result_.options.simulation;
        if (simulation.interval <= 0.0) return;
        double const rows = (simulation.stop_time - simulation.start_time) / simulation.interval;
        if (rows <= most_rows) return;
        fail("an output interval of " + number_text(simulation.interval) + " gives more than " +
             number_text(most_rows) + " rows of results; choose a longer one with `--interval` or `--intervals`");
    }

    void finish() {
        SimulationOptions& simulation = result_.options.simulation;
        if (result_.options.linearize_at) simulation.stop_time = *result_.options.linearize_at;
        check_analyses();
        double const span = simulation.stop_time - simulation.start_time;
        if (span < 0.0) {
            fail("the stop time " + number_text(simulation.stop_time) + " is before the start time " +
                 number_text(simulation.start_time));
        }
        if (intervals_ > 0.0) simulation.interval = span / intervals_;
        if (simulation.interval > 0.0 && simulation.start_time + simulation.interval == simulation.start_time &&
            span > 0.0) {
            fail("the output interval " + number_text(simulation.interval) + " is too small to distinguish points");
        }
        check_row_count();
        check_outputs();
    }

    std::vector<std::string> const& arguments_;
    MooModel const& model_;
    std::vector<std::string> inputs_;
    ParsedOptions result_;
    std::optional<std::string> inline_value_;
    std::size_t at_ = 0;
    double intervals_ = 0.0;
};

}  // namespace

std::optional<LinearFormat> linear_format(std::string_view path) {
    if (path.empty() || path == "-" || path.ends_with(".json")) return LinearFormat::json;
    if (path.ends_with(".m")) return LinearFormat::octave;
    if (path.ends_with(".py")) return LinearFormat::python;
    return std::nullopt;
}

std::optional<PlotFormat> plot_format(std::string_view path) {
    if (path.ends_with(".html")) return PlotFormat::html;
    if (path.ends_with(".svg")) return PlotFormat::svg;
    if (path.ends_with(".png")) return PlotFormat::png;
    return std::nullopt;
}

ParsedOptions parse_options(std::vector<std::string> const& arguments, MooModel const& model) {
    return Parser(arguments, model).parse();
}

}  // namespace moo::runtime
