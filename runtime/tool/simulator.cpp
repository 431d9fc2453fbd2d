// The main program of every compiled model.
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include "runtime/abi/model.h"
#include "runtime/analysis/final_statistics.h"
#include "runtime/analysis/linearize.h"
#include "runtime/analysis/profile.h"
#include "runtime/analysis/run_study.h"
#include "runtime/results/csv_writer.h"
#include "runtime/results/draw_plot.h"
#include "runtime/results/final_values.h"
#include "runtime/results/mat_writer.h"
#include "runtime/results/plot_page.h"
#include "runtime/results/plot_panels.h"
#include "runtime/results/series.h"
#include "runtime/results/terminal_chart.h"
#include "runtime/simulate/output_check.h"
#include "runtime/simulate/simulation.h"
#include "runtime/simulate/start_check.h"
#include "runtime/simulate/variable_names.h"
#include "runtime/text/number_text.h"
#include "runtime/text/output_file.h"
#include "runtime/tool/option_table.h"
#include "runtime/tool/options.h"
#include "runtime/tool/progress_line.h"

namespace moo::runtime {

namespace {

constexpr int exit_fine = 0;
constexpr int exit_model = 1;
constexpr int exit_system = 2;

volatile std::sig_atomic_t interrupt_asked = 0;  // the signal

extern "C" void moo_note_interrupt(int signal) {
    interrupt_asked = signal;
    // A second signal kills the program.
    std::signal(signal, SIG_DFL);
}

bool is_interrupted() { return interrupt_asked != 0; }

using Clock = std::chrono::steady_clock;

constexpr std::size_t most_charts = 4;

// A name from a model as the name of a file: letters, digits, underscores and dots inside.
std::string file_name_of(std::string_view name) {
    std::string result;
    for (char const c : name) {
        bool const is_plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.';
        result += is_plain ? c : '_';
    }
    if (result.empty()) return "model";
    if (result.front() == '.') result.front() = '_';
    return result;
}

class Simulator {
public:
    Simulator(std::string program, MooModel const& model) : program_(std::move(program)), model_(model) {}

    int run(std::vector<std::string> const& arguments) {
        if (model_.abi_version != MOO_ABI_VERSION) {
            return fail("the model was generated for version " + std::to_string(model_.abi_version) +
                        " of the runtime, this is version " + std::to_string(MOO_ABI_VERSION));
        }
        ParsedOptions parsed = parse_options(arguments, model_);
        if (!parsed.error.empty()) {
            fail(parsed.error);
            std::fprintf(stderr, "%s: `%s --help` shows the usage\n", program_.c_str(), program_.c_str());
            return exit_system;
        }
        options_ = std::move(parsed.options);
        if (options_.help) return print(help_text(program_, model_));
        if (options_.version) {
            return print(std::string(model_.name) + ", runtime interface " + std::to_string(MOO_ABI_VERSION) + "\n");
        }
        std::signal(SIGINT, moo_note_interrupt);
        std::signal(SIGTERM, moo_note_interrupt);
        options_.simulation.interrupted = is_interrupted;
        int const code = options_.linearize_at     ? linearize_model()
                         : !options_.study.empty() ? study_model()
                                                   : simulate_model();
        return code == exit_fine && options_.strict && has_warned_ ? exit_model : code;
    }

private:
    int fail(std::string const& text) {
        std::fprintf(stderr, "%s: error: %s\n", program_.c_str(), text.c_str());
        return exit_system;
    }

    int print(std::string const& text) {
        OutputFile output;
        if (output.open("-") && output.write(text) && output.commit()) return exit_fine;
        return output.closed_by_reader() ? exit_fine : fail(output.error());
    }

    // ---- which variables ----

    [[nodiscard]] std::vector<std::uint32_t> stored_slots() const {
        if (!options_.patterns.empty()) return matching_slots(model_, options_.patterns);
        std::vector<std::uint32_t> slots;
        for (std::uint32_t i = 0; i < model_.variable_count; ++i) {
            MooVariable const& variable = model_.variables[i];
            if (variable.hidden == 0 && variable.role != MOO_CONSTANT) slots.push_back(i);
        }
        return slots;
    }

    [[nodiscard]] bool has_plot() const { return !options_.plot_file.empty(); }

    // In the order of the user's names.
    [[nodiscard]] std::vector<std::uint32_t> drawn_slots() const {
        if (!has_plot() && !options_.chart) return {};
        std::vector<std::string> const& named =
            options_.plot_patterns.empty() ? options_.patterns : options_.plot_patterns;
        return named.empty() ? plot_candidates(model_) : matching_slots(model_, named);
    }

    // ---- the run ----

    // A requested plot needs a file, and is also shown as a chart on a terminal.
    void settle_pictures() {
        bool const looks_on = ::isatty(STDOUT_FILENO) == 1;
        if (!options_.plot_patterns.empty()) {
            if (options_.plot_file.empty()) options_.plot_file = file_name_of(model_.name) + ".html";
            if (looks_on) options_.chart = true;
        }
        // Nobody reads thousands of numbers on a screen, or wants them next to the plot that was asked for.
        stores_results_ = !options_.output.empty() || !(looks_on || has_plot() || options_.chart);
    }

    Messages::Listener listener(ProgressLine& progress) {
        return [this, &progress](MessageSeverity severity, std::string_view text) {
            has_warned_ = has_warned_ || severity == MessageSeverity::warning;
            if (options_.strict && severity == MessageSeverity::warning) severity = MessageSeverity::error;
            // A failure after an interrupt is caused by the interrupt.
            if ((severity != MessageSeverity::error && options_.quiet) || is_interrupted()) return;
            progress.clear();
            char const* word = "";
            switch (severity) {
                case MessageSeverity::information: word = ""; break;
                case MessageSeverity::warning: word = "warning: "; break;
                case MessageSeverity::error: word = "error: "; break;
            }
            std::fprintf(stderr, "%s: %s%.*s\n", program_.c_str(), word, static_cast<int>(text.size()), text.data());
        };
    }

    int simulate_model() {
        SimulationOptions& simulation = options_.simulation;
        settle_pictures();
        OutputFile result_file;
        if (stores_results_ && !result_file.open(options_.output)) return fail(result_file.error());
        OutputFile plot_file;
        if (has_plot() && !plot_file.open(options_.plot_file)) return fail(plot_file.error());

        ProgressLine progress(!options_.quiet);
        Messages messages(listener(progress));
        Profile profile(model_);
        Instance instance(model_, messages);
        if (options_.profile) instance.measure(profile);
        for (Assignment const& assignment : options_.assignments) {
            instance.set_start(assignment.slot, assignment.value);
        }
        CsvWriter csv(model_, stored_slots(), result_file);
        MatWriter mat(model_, stored_slots(), result_file);
        bool const as_mat = options_.output.ends_with(".mat");
        if (!as_mat) csv.write_header();
        bool const as_page = plot_format(options_.plot_file) == PlotFormat::html;
        SeriesCollector collector(drawn_slots(), simulation.start_time, simulation.stop_time,
                                  as_page ? page_buckets : Series::picture_buckets);
        StartCheck start_check(model_, options_.assignments, messages);
        OutputCheck output_check(model_, {options_.output, options_.plot_file});
        LastRow last_row;
        std::vector<ResultSink*> sinks{&output_check, &start_check, &collector, &last_row};
        if (stores_results_) sinks.push_back(as_mat ? static_cast<ResultSink*>(&mat) : &csv);
        simulation.progress = [&](SimulationProgress const& now) { show_progress(progress, now); };

        auto const begin = Clock::now();
        SimulationOutcome const outcome = simulate(instance, simulation, sinks);
        double const seconds = std::chrono::duration<double>(Clock::now() - begin).count();
        progress.clear();
        if (!output_check.error().empty()) return fail(output_check.error());
        bool const failed = outcome.end == SimulationEnd::failed;
        // A simulation that did not get as far as a first row has no results.
        if (outcome.statistics.rows == 0) {
            if (!failed) note("interrupted before the simulation began; there are no results");
            return failed ? exit_model : exit_fine;
        }
        if (stores_results_ && (!(as_mat ? mat.finish() : csv.finish()) || !result_file.commit()))
            return result_file.closed_by_reader() ? exit_fine : fail(result_file.error());
        if (has_plot()) {
            std::string const problem = write_plot(plot_file, collector);
            if (!problem.empty()) return fail(problem);
        }
        if (options_.chart) print_charts(collector);
        if (!stores_results_ && !options_.quiet) print_summary(outcome, last_row.values(), seconds);
        report_end(outcome, seconds);
        if (options_.profile) std::fputs(profile.table(seconds).c_str(), stderr);
        return failed ? exit_model : exit_fine;
    }

    // ---- analyses ----

    int linearize_model() {
        OutputFile file;
        if (!file.open(options_.output)) return fail(file.error());
        ProgressLine progress(!options_.quiet);
        Messages messages(listener(progress));
        Instance instance(model_, messages);
        for (Assignment const& assignment : options_.assignments) {
            instance.set_start(assignment.slot, assignment.value);
        }
        StartCheck start_check(model_, options_.assignments, messages);
        options_.simulation.progress = [&](SimulationProgress const& now) { show_progress(progress, now); };
        OutputCheck output_check(model_, {options_.output});
        SimulationOutcome const outcome = simulate(instance, options_.simulation, {&output_check, &start_check});
        progress.clear();
        if (!output_check.error().empty()) return fail(output_check.error());
        if (outcome.end == SimulationEnd::failed) return exit_model;
        if (outcome.end != SimulationEnd::stop_time) {
            report_end(outcome, 0.0);
            std::fprintf(stderr, "%s: error: the simulation did not reach time %s, at which it was to be linearized\n",
                         program_.c_str(), number_text(options_.simulation.stop_time).c_str());
            return exit_model;
        }
        std::vector<std::uint32_t> const more =
            options_.patterns.empty() ? std::vector<std::uint32_t>{} : matching_slots(model_, options_.patterns);
        LinearizeResult const linear = linearize(instance, more);
        if (!linear.error.empty()) {
            std::fprintf(stderr, "%s: error: %s\n", program_.c_str(), linear.error.c_str());
            return exit_model;
        }
        LinearFormat const format = linear_format(options_.output).value_or(LinearFormat::json);
        if (file.write(write_linear_model(linear.model, format)) && file.commit()) return exit_fine;
        return file.closed_by_reader() ? exit_fine : fail(file.error());
    }

    int study_model() {
        OutputFile file;
        if (!file.open(options_.output)) return fail(file.error());
        OutputFile statistics_file;
        if (!options_.statistics_file.empty() && !statistics_file.open(options_.statistics_file)) {
            return fail(statistics_file.error());
        }
        StudyOptions study{options_.simulation, options_.assignments, stored_slots(),
                           options_.final_only, options_.jobs,        scratch_folder()};
        ProgressLine progress(!options_.quiet);
        std::size_t const runs = options_.study.run_count();
        auto const begin = Clock::now();
        StudyOutcome const outcome = run_study(
            model_, options_.study, study, file,
            [&](std::size_t done) {
                if (!progress.is_due()) return;
                progress.show(static_cast<double>(done) / static_cast<double>(runs),
                              std::to_string(done) + " of " + std::to_string(runs) + " runs");
            },
            [&](std::size_t run, std::string const& text) {
                progress.clear();
                has_warned_ = has_warned_ || text.starts_with("warning");
                if (options_.quiet && !text.starts_with("error")) return;
                std::fprintf(stderr, "%s: run %zu (%s): %s\n", program_.c_str(), run + 1, values_text(run).c_str(),
                             text.c_str());
            });
        double const seconds = std::chrono::duration<double>(Clock::now() - begin).count();
        progress.clear();
        if (!outcome.error.empty()) return file.closed_by_reader() ? exit_fine : fail(outcome.error);
        if (!file.commit()) return file.closed_by_reader() ? exit_fine : fail(file.error());
        std::vector<FinalStatistics> const statistics = final_statistics(model_, study.stored, outcome.finals);
        if (!options_.statistics_file.empty() &&
            !(statistics_file.write(statistics_csv(model_, statistics)) && statistics_file.commit())) {
            return fail(statistics_file.error());
        }
        constexpr std::size_t most_lines = 12;
        if (!options_.quiet) std::fputs(statistics_table(model_, statistics, most_lines).c_str(), stderr);
        if (outcome.was_interrupted) {
            note("interrupted; the results contain the " + std::to_string(outcome.finished) +
                 " runs that were finished");
        }
        if (outcome.failed > 0) note(std::to_string(outcome.failed) + " of " + std::to_string(runs) + " runs failed");
        if (options_.stats) note(std::to_string(outcome.finished) + " runs in " + rounded_text(seconds, 3) + " s");
        return outcome.failed > 0 ? exit_model : exit_fine;
    }

    // `e=0.5, g=9.81`.
    [[nodiscard]] std::string values_text(std::size_t run) const {
        std::vector<std::uint32_t> const slots = options_.study.slots();
        std::vector<double> const values = options_.study.values(run);
        std::string text;
        for (std::size_t i = 0; i < slots.size(); ++i) {
            text += (i == 0 ? "" : ", ") + std::string(model_.variables[slots[i]].name) + "=" + number_text(values[i]);
        }
        return text;
    }

    // Next to the results, where there has to be enough space for them anyway.
    [[nodiscard]] std::string scratch_folder() const {
        std::error_code error;
        std::filesystem::path const output(options_.output);
        bool const is_file =
            !options_.output.empty() && options_.output != "-" &&
            (!std::filesystem::exists(output, error) || std::filesystem::is_regular_file(output, error));
        if (!is_file) return std::filesystem::temp_directory_path(error).string();
        return output.has_parent_path() ? output.parent_path().string() : ".";
    }

    void show_progress(ProgressLine& progress, SimulationProgress const& now) const {
        if (!progress.is_due()) return;
        SimulationOptions const& simulation = options_.simulation;
        double const span = simulation.stop_time - simulation.start_time;
        std::int64_t const steps = now.integrator != nullptr ? now.integrator->statistics().steps : 0;
        progress.show(span > 0.0 ? (now.time - simulation.start_time) / span : 1.0,
                      "time " + rounded_text(now.time, 6) + " of " + rounded_text(simulation.stop_time, 6) + ", " +
                          std::to_string(steps) + " steps, " + std::to_string(now.events) + " events");
    }

    // Returns an error text.
    std::string write_plot(OutputFile& file, SeriesCollector const& collector) {
        PlotSource const source{model_, collector, options_.simulation.start_time, options_.simulation.stop_time};
        std::string text;
        switch (plot_format(options_.plot_file).value_or(PlotFormat::html)) {
            case PlotFormat::html: text = draw_page(source); break;
            case PlotFormat::svg: text = draw_svg(source); break;
            case PlotFormat::png: {
                PngResult png = draw_png(source);
                if (!png.error.empty()) return png.error;
                text = std::move(png.file);
                break;
            }
        }
        return file.write(text) && file.commit() ? std::string() : file.error();
    }

    // Prints charts to standard output, or to standard error if the results go to standard output.
    void print_charts(SeriesCollector const& collector) {
        SimulationOptions const& simulation = options_.simulation;
        bool const results_on_stdout = stores_results_ && (options_.output.empty() || options_.output == "-");
        std::size_t drawn = 0;
        for (std::size_t i = 0; i < collector.slots().size() && drawn < most_charts; ++i) {
            Series const& series = collector.series()[i];
            MooVariable const& variable = model_.variables[collector.slots()[i]];
            if (series.empty() || variable.type == MOO_STRING) continue;
            // Unless the user asked for more, one chart is enough.
            if (drawn > 0 && options_.plot_patterns.empty()) break;
            std::string title = variable.name;
            if (variable.unit[0] != '\0') title += " [" + std::string(variable.unit) + "]";
            if (variable.description[0] != '\0') title += "  " + std::string(variable.description);
            std::fputs(draw_terminal_chart(title, series, simulation.start_time, simulation.stop_time).c_str(),
                       results_on_stdout ? stderr : stdout);
            ++drawn;
        }
    }

    // Instead of results.
    void print_summary(SimulationOutcome const& outcome, std::vector<double> const& values, double seconds) {
        constexpr std::size_t most_values = 12;
        SimulationStatistics const& s = outcome.statistics;
        std::string text = std::string(model_.name) + ": time " + rounded_text(options_.simulation.start_time, 6) +
                           " to " + rounded_text(outcome.last_row, 6) + " in " + rounded_text(seconds, 2) + " s, " +
                           std::to_string(s.integrator.steps) + " steps, " + std::to_string(s.events) + " events\n";
        bool const is_drawn = has_plot() || options_.chart;
        if (!is_drawn) {
            std::vector<std::uint32_t> const slots =
                options_.patterns.empty() ? plot_candidates(model_) : matching_slots(model_, options_.patterns);
            text += final_values_table(model_, slots, values, most_values);
        }
        if (has_plot()) text += "the plot is in " + options_.plot_file + "\n";
        text += "to store the results, add `-o FILE.csv` or `-o FILE.mat`";
        text += is_drawn ? "\n" : "; to see them, `--plot NAME`\n";
        std::fputs(text.c_str(), stdout);
    }

    void report_end(SimulationOutcome const& outcome, double seconds) {
        std::string const time = number_text(outcome.time);
        std::string const last_row = number_text(outcome.last_row);
        switch (outcome.end) {
            case SimulationEnd::stop_time:
            case SimulationEnd::sink_closed: break;
            case SimulationEnd::terminated: note("the model ended the simulation at time " + time); break;
            case SimulationEnd::interrupted: note("interrupted at time " + last_row + "; the results end there"); break;
            case SimulationEnd::failed: note("the results end at time " + last_row); break;
        }
        if (!options_.stats) return;
        SimulationStatistics const& s = outcome.statistics;
        std::fprintf(stderr,
                     "%s: %lld steps, %lld calls of the derivatives, %lld Jacobians, %lld rejected steps, "
                     "%lld events, %lld changes of states, %lld rows, %s s\n",
                     program_.c_str(), static_cast<long long>(s.integrator.steps),
                     static_cast<long long>(s.integrator.derivative_calls),
                     static_cast<long long>(s.integrator.jacobian_calls),
                     static_cast<long long>(s.integrator.error_test_failures + s.integrator.convergence_failures),
                     static_cast<long long>(s.events), static_cast<long long>(s.selections),
                     static_cast<long long>(s.rows), rounded_text(seconds, 3).c_str());
    }

    void note(std::string const& text) {
        if (!options_.quiet) std::fprintf(stderr, "%s: %s\n", program_.c_str(), text.c_str());
    }

    std::string program_;
    MooModel const& model_;
    Options options_;
    bool stores_results_ = true;
    bool has_warned_ = false;
};

int run_simulator(int argc, char** argv, MooModel const& model) {
    std::string const program = argc > 0 ? std::filesystem::path(argv[0]).filename().string() : std::string(model.name);
    try {
        // Then a closed pipe appears as an error of `write`, which ends the simulation without a message.
        std::signal(SIGPIPE, SIG_IGN);
        // The same for a file that must not grow any further.
        std::signal(SIGXFSZ, SIG_IGN);
        int const code =
            Simulator(program, model).run(std::vector<std::string>(argv + (argc > 0 ? 1 : 0), argv + argc));
        // Ctrl-C is a normal way to end a simulation. Being killed by another process is not, and the exit status shows
        // it.
        if (interrupt_asked != SIGTERM) return code;
        std::signal(SIGTERM, SIG_DFL);
        std::fflush(nullptr);
        std::raise(SIGTERM);
    } catch (std::bad_alloc const&) {
        std::fprintf(stderr, "%s: error: out of memory\n", program.c_str());
    } catch (std::exception const& error) {
        std::fprintf(stderr, "%s: error: %s\n", program.c_str(), error.what());
    }
    return exit_system;
}

}  // namespace

}  // namespace moo::runtime

extern "C" int moo_simulator_main(int argc, char** argv, MooModel const* model) {
    return moo::runtime::run_simulator(argc, argv, *model);
}
