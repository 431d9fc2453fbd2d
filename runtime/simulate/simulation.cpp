#include "runtime/simulate/simulation.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "runtime/events/event_cycle.h"
#include "runtime/instance/host_memory.h"
#include "runtime/simulate/branch_watch.h"
#include "runtime/text/number_text.h"

namespace moo::runtime {

namespace {

constexpr double default_intervals = 500.0;
// Crossings are checked at least this often, even if steps could be longer.
constexpr double least_looks = 100.0;
constexpr double intervals_per_rough_step = 4.0;

EventOptions event_options(SimulationOptions const& options) {
    EventOptions result;
    result.log_selections = options.log_events;
    return result;
}

class Simulation {
public:
    Simulation(Instance& instance, SimulationOptions const& options, std::vector<ResultSink*> const& sinks)
        : instance_(instance),
          options_(options),
          sinks_(sinks),
          interval_(options.interval > 0.0 ? options.interval
                                           : (options.stop_time - options.start_time) / default_intervals),
          chatter_(instance.model().relation_count, options.stop_time - options.start_time),
          cycle_(instance, event_options(options)),
          branches_(instance) {}

    SimulationOutcome run() {
        SimulationOutcome outcome;
        instance_.memory().interrupted = options_.interrupted;
        outcome.end = run_to_end();
        // A failure after an interrupt is caused by the interrupt.
        if (outcome.end == SimulationEnd::failed && is_interrupted()) outcome.end = SimulationEnd::interrupted;
        outcome.time = instance_.time();
        outcome.last_row = last_row_;
        if (integrator_) statistics_.integrator = integrator_->statistics();
        statistics_.selections = cycle_.events().selection().changes();
        outcome.statistics = statistics_;
        return outcome;
    }

private:
    // The k-th output point; the last one is exactly the stop time.
    [[nodiscard]] double output_time(std::int64_t k) const {
        double const time = options_.start_time + static_cast<double>(k) * interval_;
        // An interval that does not quite divide the span must not leave a sliver at the end.
        return time >= options_.stop_time - 1e-6 * interval_ ? options_.stop_time : time;
    }

    [[nodiscard]] bool is_interrupted() const { return options_.interrupted != nullptr && options_.interrupted(); }

    [[nodiscard]] bool write_row() {
        ++statistics_.rows;
        last_row_ = instance_.time();
        bool open = true;
        for (ResultSink* sink : sinks_) open = sink->row(instance_.time(), instance_.values()) && open;
        if (options_.progress) options_.progress({instance_.time(), statistics_.events, integrator_.get()});
        return open;
    }

    SimulationEnd run_to_end() {
        instance_.set_time(options_.start_time);
        if (!cycle_.events().initialize() || !cycle_.begin()) return SimulationEnd::failed;
        if (!write_row()) return SimulationEnd::sink_closed;
        if (instance_.raw()->terminate_asked != 0) return SimulationEnd::terminated;
        if (options_.stop_time > options_.start_time) {
            integrator_ = make_integrator(instance_, integrator_options());
            if (!integrator_ || !restart()) return SimulationEnd::failed;
            if (SimulationEnd const end = run_to_stop(); end != SimulationEnd::stop_time) return end;
        }
        return finish();
    }

    [[nodiscard]] IntegratorOptions integrator_options() {
        double const span = options_.stop_time - options_.start_time;
        IntegratorOptions result;
        result.tolerance = options_.tolerance;
        result.start_time = options_.start_time;
        result.stop_time = options_.stop_time;
        result.interrupted = options_.interrupted;
        result.solver = options_.solver;
        result.fixed_step = options_.fixed_step > 0.0 ? options_.fixed_step : interval_;
        // A crossing and its reverse within one step go unnoticed; a coarse output must not make that more likely.
        bool const looks = instance_.model().crossing_count > 0;
        result.max_step = instance_.model().state_count == 0 ? std::min(interval_, span / default_intervals)
                          : looks                            ? span / least_looks
                                                             : 0.0;
        // The interpolation of these methods is of order 3, and its error is not controlled where the model is stiff.
        bool const is_rough_inside =
            options_.solver == "rodas4" || options_.solver == "esdirk4" || options_.solver == "esdirk5";
        if (is_rough_inside) {
            double const longest = intervals_per_rough_step * interval_;
            result.max_step = result.max_step > 0.0 ? std::min(result.max_step, longest) : longest;
        }
        if (cycle_.observes_steps()) {
            result.on_step = [this] {
                bool is_due = false;
                if (!cycle_.observe_step(is_due)) return StepVerdict::fail;
                return is_due ? StepVerdict::start_afresh : StepVerdict::go_on;
            };
        }
        return result;
    }

    bool restart() {
        due_ = cycle_.events().next_time();
        return integrator_->restart(std::min(due_, options_.stop_time));
    }

    SimulationEnd run_to_stop() {
        while (instance_.time() < options_.stop_time) {
            if (is_interrupted()) return SimulationEnd::interrupted;
            while (output_time(next_output_) <= instance_.time()) ++next_output_;
            double const target = std::min({output_time(next_output_), due_, options_.stop_time});
            AdvanceResult const result = integrator_->advance(target);
            if (result == AdvanceResult::failed) return SimulationEnd::failed;
            if (result == AdvanceResult::interrupted) return SimulationEnd::interrupted;
            if (!cycle_.compute_all()) return SimulationEnd::failed;
            // An event at the same time includes the choice.
            if (result == AdvanceResult::switched && instance_.time() < due_) {
                branches_.forget();
                if (!cycle_.switch_states() || !restart()) return SimulationEnd::failed;
                continue;
            }
            if (!write_row()) return SimulationEnd::sink_closed;
            branches_.look();
            bool const is_due = result == AdvanceResult::crossing || instance_.time() >= due_;
            if (!is_due && !(instance_.time() >= options_.stop_time && on_border())) continue;

            std::vector<std::uint8_t> const relations(instance_.relations().begin(), instance_.relations().end());
            if (!handle_event()) return SimulationEnd::failed;
            if (!is_due && std::equal(relations.begin(), relations.end(), instance_.relations().begin())) continue;
            if (!write_row()) return SimulationEnd::sink_closed;
            if (instance_.raw()->terminate_asked != 0) return SimulationEnd::terminated;
            if (instance_.time() < options_.stop_time && !restart()) return SimulationEnd::failed;
        }
        return SimulationEnd::stop_time;
    }

    // `when terminal()` fires at the end of a simulation that got there.
    SimulationEnd finish() {
        if (instance_.model().has_terminal == 0) return SimulationEnd::stop_time;
        instance_.raw()->is_terminal = 1;
        std::vector<double> const before(instance_.values().begin(), instance_.values().end());
        if (!cycle_.events().handle() || !cycle_.compute_all()) return SimulationEnd::failed;
        bool const same = std::equal(before.begin(), before.end(), instance_.values().begin());
        return same || write_row() ? SimulationEnd::stop_time : SimulationEnd::sink_closed;
    }

    // Whether some relation is exactly at its border. At the stop time that is an event: `time >= 1` becomes true at 1,
    // although there is no time after it in which its crossing function could change sign.
    bool on_border() {
        std::vector<double> z(instance_.model().crossing_count);
        if (instance_.model().zero_crossings(instance_.raw(), z.data()) != MOO_OK) return false;
        return std::find(z.begin(), z.end(), 0.0) != z.end();
    }

    bool handle_event() {
        ++statistics_.events;
        branches_.forget();
        if (!cycle_.handle()) return false;
        if (options_.log_events) {
            instance_.messages().report(MessageSeverity::information, "event " + std::to_string(statistics_.events) +
                                                                          " at time " + number_text(instance_.time()) +
                                                                          cycle_.describe_event());
        }
        return chatter_.count_event(instance_, cycle_.relations_before());
    }

    Instance& instance_;
    SimulationOptions const& options_;
    std::vector<ResultSink*> const& sinks_;
    double interval_;
    ChatterGuard chatter_;
    EventCycle cycle_;
    BranchWatch branches_;
    std::unique_ptr<Integrator> integrator_;
    SimulationStatistics statistics_;
    double due_ = std::numeric_limits<double>::infinity();
    std::int64_t next_output_ = 1;
    double last_row_ = 0.0;
};

}  // namespace

SimulationOptions default_options(MooModel const& model) {
    SimulationOptions options;
    options.start_time = model.start_time;
    options.stop_time = model.stop_time;
    options.interval = model.interval;
    options.tolerance = model.tolerance > 0.0 ? model.tolerance : 1e-6;
    return options;
}

SimulationOutcome simulate(Instance& instance, SimulationOptions const& options,
                           std::vector<ResultSink*> const& sinks) {
    return Simulation(instance, options, sinks).run();
}

}  // namespace moo::runtime
