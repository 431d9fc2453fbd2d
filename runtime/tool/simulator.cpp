// The main program of every compiled model.
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <new>
#include <string>
#include <vector>

#include "runtime/abi/model.h"
#include "runtime/results/csv_writer.h"
#include "runtime/results/mat_writer.h"
#include "runtime/results/number_text.h"
#include "runtime/results/output_file.h"
#include "runtime/results/series.h"
#include "runtime/results/svg_plot.h"
#include "runtime/results/terminal_chart.h"
#include "runtime/tool/options.h"
#include "runtime/tool/simulation.h"
#include "runtime/tool/variable_names.h"

namespace moo::runtime {

namespace {

constexpr int exit_fine = 0;
constexpr int exit_model = 1;
constexpr int exit_system = 2;

volatile std::sig_atomic_t interrupt_asked = 0;

extern "C" void moo_note_interrupt(int signal) {
    interrupt_asked = 1;
    // A second one ends the program the hard way.
    std::signal(signal, SIG_DFL);
}

bool is_interrupted() { return interrupt_asked != 0; }

using Clock = std::chrono::steady_clock;

// One line on a terminal that says how far the simulation is.
class ProgressLine {
public:
    ProgressLine(bool wanted, double start, double stop)
        : shown_(wanted && ::isatty(STDERR_FILENO) == 1), start_(start), span_(stop - start) {}
    ~ProgressLine() { clear(); }
    ProgressLine(ProgressLine const&) = delete;
    ProgressLine& operator=(ProgressLine const&) = delete;

    void update(double time) {
        auto const now = Clock::now();
        if (!shown_ || now - last_ < std::chrono::milliseconds(200)) return;
        last_ = now;
        int const percent = span_ > 0.0 ? static_cast<int>(100.0 * (time - start_) / span_) : 100;
        std::fprintf(stderr, "\r\033[K%3d %%  time %s", percent, rounded_text(time, 6).c_str());
        std::fflush(stderr);
        visible_ = true;
    }
    void clear() {
        if (visible_) std::fputs("\r\033[K", stderr);
        visible_ = false;
    }

private:
    bool shown_;
    double start_;
    double span_;
    bool visible_ = false;
    Clock::time_point last_ = Clock::now();
};

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
        return simulate_model();
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

    [[nodiscard]] std::vector<std::uint32_t> stored_slots() const {
        std::vector<std::uint32_t> slots;
        for (std::uint32_t i = 0; i < model_.variable_count; ++i) {
            MooVariable const& variable = model_.variables[i];
            if (options_.patterns.empty() ? variable.hidden == 0 && variable.role != MOO_CONSTANT : is_asked_for(i)) {
                slots.push_back(i);
            }
        }
        return slots;
    }

    [[nodiscard]] bool is_asked_for(std::uint32_t slot) const {
        for (std::string const& pattern : options_.patterns) {
            if (matches_pattern(pattern, model_.variables[slot].name)) return true;
        }
        return false;
    }

    [[nodiscard]] std::vector<std::uint32_t> drawn_slots() const {
        if (options_.plot.empty() && !options_.chart) return {};
        return options_.patterns.empty() ? plot_candidates(model_) : stored_slots();
    }

    Messages::Listener listener(ProgressLine& progress) {
        return [this, &progress](MessageSeverity severity, std::string_view text) {
            if (severity != MessageSeverity::error && options_.quiet) return;
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
        OutputFile result_file;
        if (!result_file.open(options_.output)) return fail(result_file.error());
        OutputFile plot_file;
        if (!options_.plot.empty() && !plot_file.open(options_.plot)) return fail(plot_file.error());

        ProgressLine progress(!options_.quiet, simulation.start_time, simulation.stop_time);
        Messages messages(listener(progress));
        Instance instance(model_, messages);
        for (Assignment const& assignment : options_.assignments) {
            instance.set_start(assignment.slot, assignment.value);
        }
        CsvWriter csv(model_, stored_slots(), result_file);
        MatWriter mat(model_, stored_slots(), result_file);
        bool const as_mat = options_.output.ends_with(".mat");
        if (!as_mat) csv.write_header();
        SeriesCollector collector(drawn_slots(), simulation.start_time, simulation.stop_time);
        std::vector<ResultSink*> const sinks{as_mat ? static_cast<ResultSink*>(&mat) : &csv, &collector};
        simulation.interrupted = is_interrupted;
        simulation.progress = [&](double time) { progress.update(time); };
        std::signal(SIGINT, moo_note_interrupt);
        std::signal(SIGTERM, moo_note_interrupt);

        auto const begin = Clock::now();
        SimulationOutcome const outcome = simulate(instance, simulation, sinks);
        double const seconds = std::chrono::duration<double>(Clock::now() - begin).count();
        progress.clear();
        bool const failed = outcome.end == SimulationEnd::failed;
        // A simulation that did not get as far as a first row has no results.
        if (failed && outcome.statistics.rows == 0) return exit_model;
        if (!(as_mat ? mat.finish() : csv.finish()) || !result_file.commit())
            return result_file.closed_by_reader() ? exit_fine : fail(result_file.error());
        if (!options_.plot.empty() && !write_plot(plot_file, collector)) return fail(plot_file.error());
        if (options_.chart) print_chart(collector);
        report_end(outcome, seconds);
        return failed ? exit_model : exit_fine;
    }

    bool write_plot(OutputFile& file, SeriesCollector const& collector) {
        SimulationOptions const& simulation = options_.simulation;
        return file.write(draw_svg(model_, collector, simulation.start_time, simulation.stop_time)) && file.commit();
    }

    // The chart must not get into the results.
    void print_chart(SeriesCollector const& collector) {
        SimulationOptions const& simulation = options_.simulation;
        if (collector.slots().empty() || collector.series().front().empty()) return;
        MooVariable const& variable = model_.variables[collector.slots().front()];
        std::string title = variable.name;
        if (variable.unit[0] != '\0') title += " [" + std::string(variable.unit) + "]";
        if (variable.description[0] != '\0') title += "  " + std::string(variable.description);
        bool const results_on_stdout = options_.output.empty() || options_.output == "-";
        std::fputs(
            draw_terminal_chart(title, collector.series().front(), simulation.start_time, simulation.stop_time).c_str(),
            results_on_stdout ? stderr : stdout);
    }

    void report_end(SimulationOutcome const& outcome, double seconds) {
        std::string const time = number_text(outcome.time);
        switch (outcome.end) {
            case SimulationEnd::stop_time:
            case SimulationEnd::sink_closed: break;
            case SimulationEnd::terminated: note("the model ended the simulation at time " + time); break;
            case SimulationEnd::interrupted: note("interrupted at time " + time + "; the results end there"); break;
            case SimulationEnd::failed: note("the results end at time " + time); break;
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
};

int run_simulator(int argc, char** argv, MooModel const& model) {
    std::string const program = argc > 0 ? std::filesystem::path(argv[0]).filename().string() : std::string(model.name);
    try {
        // A closed pipe then shows as an error of `write`, which ends the simulation in silence.
        std::signal(SIGPIPE, SIG_IGN);
        // So does a file that may not grow any more.
        std::signal(SIGXFSZ, SIG_IGN);
        return Simulator(program, model).run(std::vector<std::string>(argv + (argc > 0 ? 1 : 0), argv + argc));
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
