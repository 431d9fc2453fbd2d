#include "runtime/tool/simulation.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "runtime/events/event_iteration.h"
#include "runtime/results/number_text.h"

namespace moo::runtime {

namespace {

constexpr double default_intervals = 500.0;

class Simulation {
public:
    Simulation(Instance& instance, SimulationOptions const& options, std::vector<ResultSink*> const& sinks)
        : instance_(instance),
          options_(options),
          sinks_(sinks),
          interval_(options.interval > 0.0 ? options.interval
                                           : (options.stop_time - options.start_time) / default_intervals),
          chatter_(instance.model().relation_count, options.stop_time - options.start_time) {}

    SimulationOutcome run() {
        SimulationOutcome outcome;
        outcome.end = run_to_end();
        outcome.time = instance_.time();
        if (integrator_) statistics_.integrator = integrator_->statistics();
        outcome.statistics = statistics_;
        return outcome;
    }

private:
    // The k-th output point; the last one is the stop time itself.
    [[nodiscard]] double output_time(std::int64_t k) const {
        double const time = options_.start_time + static_cast<double>(k) * interval_;
        // An interval that does not quite divide the span must not leave a sliver at the end.
        return time >= options_.stop_time - 1e-6 * interval_ ? options_.stop_time : time;
    }

    [[nodiscard]] double next_time_event() {
        double const due = instance_.model().next_time_event(instance_.raw());
        return due > instance_.time() ? due : std::numeric_limits<double>::infinity();
    }

    [[nodiscard]] bool write_row() {
        ++statistics_.rows;
        bool open = true;
        for (ResultSink* sink : sinks_) open = sink->row(instance_.time(), instance_.values()) && open;
        if (options_.progress) options_.progress(instance_.time());
        return open;
    }

    SimulationEnd run_to_end() {
        instance_.set_time(options_.start_time);
        if (!initialize(instance_)) return SimulationEnd::failed;
        if (!compute_all()) return SimulationEnd::failed;
        if (!write_row()) return SimulationEnd::sink_closed;
        if (instance_.raw()->terminate_asked != 0) return SimulationEnd::terminated;
        if (options_.stop_time <= options_.start_time) return SimulationEnd::stop_time;
        // A coarse output must not make the search for events coarse.
        double const max_step = std::min(interval_, (options_.stop_time - options_.start_time) / default_intervals);
        IntegratorOptions const integrator_options{options_.tolerance, options_.start_time, options_.stop_time,
                                                   max_step, options_.interrupted};
        integrator_ = make_integrator(instance_, integrator_options);
        due_ = next_time_event();
        if (!integrator_ || !integrator_->restart(std::min(due_, options_.stop_time))) return SimulationEnd::failed;

        while (instance_.time() < options_.stop_time) {
            if (options_.interrupted != nullptr && options_.interrupted()) return SimulationEnd::interrupted;
            while (output_time(next_output_) <= instance_.time()) ++next_output_;
            double const target = std::min({output_time(next_output_), due_, options_.stop_time});
            AdvanceResult const result = integrator_->advance(target);
            if (result == AdvanceResult::failed) return SimulationEnd::failed;
            if (result == AdvanceResult::interrupted) return SimulationEnd::interrupted;
            if (!compute_all()) return SimulationEnd::failed;
            if (!write_row()) return SimulationEnd::sink_closed;
            bool const is_due = result == AdvanceResult::crossing || instance_.time() >= due_;
            if (!is_due && !(instance_.time() >= options_.stop_time && on_border())) continue;

            std::vector<std::uint8_t> const relations(instance_.relations().begin(), instance_.relations().end());
            if (!handle_event()) return SimulationEnd::failed;
            if (!is_due && std::equal(relations.begin(), relations.end(), instance_.relations().begin())) continue;
            if (!write_row()) return SimulationEnd::sink_closed;
            if (instance_.raw()->terminate_asked != 0) return SimulationEnd::terminated;
            due_ = next_time_event();
            if (instance_.time() < options_.stop_time && !integrator_->restart(std::min(due_, options_.stop_time))) {
                return SimulationEnd::failed;
            }
        }
        return SimulationEnd::stop_time;
    }

    // Whether some relation is exactly at its border. At the stop time that is an event: `time >= 1` becomes true
    // at 1, although there is no time behind it in which its crossing function could change sign.
    bool on_border() {
        std::vector<double> z(instance_.model().crossing_count);
        if (instance_.model().zero_crossings(instance_.raw(), z.data()) != MOO_OK) return false;
        return std::find(z.begin(), z.end(), 0.0) != z.end();
    }

    bool compute_all() {
        if (instance_.compute_continuous() == MOO_OK) return true;
        instance_.messages().report(MessageSeverity::error,
                                    "the model cannot be evaluated at time " + number_text(instance_.time()));
        return false;
    }

    bool handle_event() {
        ++statistics_.events;
        std::vector<std::uint8_t> const relations(instance_.relations().begin(), instance_.relations().end());
        std::vector<double> values;
        if (options_.log_events) values.assign(instance_.values().begin(), instance_.values().end());
        if (!iterate_event(instance_) || !compute_all()) return false;
        if (options_.log_events) log_event(relations, values);
        return chatter_.count_event(instance_, relations);
    }

    void log_event(std::vector<std::uint8_t> const& relations, std::vector<double> const& values) {
        MooModel const& model = instance_.model();
        std::string text = "event " + std::to_string(statistics_.events) + " at time " + number_text(instance_.time());
        char const* separator = ": ";
        for (std::uint32_t i = 0; i < model.relation_count; ++i) {
            if (instance_.relations()[i] == relations[i]) continue;
            text += separator + std::string("`") + model.relation_texts[i] + "` is " +
                    (instance_.relations()[i] != 0 ? "true" : "false");
            separator = ", ";
        }
        for (std::uint32_t i = 0; i < model.variable_count; ++i) {
            MooRole const role = model.variables[i].role;
            if ((role != MOO_DISCRETE && role != MOO_STATE) || instance_.values()[i] == values[i]) continue;
            text += separator + std::string("`") + model.variables[i].name + "` from " + number_text(values[i]) +
                    " to " + number_text(instance_.values()[i]);
            separator = ", ";
        }
        instance_.messages().report(MessageSeverity::information, text);
    }

    Instance& instance_;
    SimulationOptions const& options_;
    std::vector<ResultSink*> const& sinks_;
    double interval_;
    ChatterGuard chatter_;
    std::unique_ptr<Integrator> integrator_;
    SimulationStatistics statistics_;
    double due_ = std::numeric_limits<double>::infinity();
    std::int64_t next_output_ = 1;
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
