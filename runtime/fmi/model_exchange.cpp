#include "runtime/fmi/model_exchange.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "runtime/fmi/evaluation.h"
#include "runtime/fmi/life_cycle.h"
#include "runtime/text/number_text.h"

namespace moo::runtime::fmi {

namespace {

constexpr char const* wrong_state_count = "the model has another number of continuous states";

// A time that differs from another by rounding only.
bool is_earlier(double time, double limit) {
    return time < limit - 16.0 * std::numeric_limits<double>::epsilon() * std::abs(limit);
}

void scatter(std::span<double const> from, std::uint32_t const* slots, double* values) {
    std::size_t const count = from.size();
    std::size_t const whole = count - count % 4;
    for (std::size_t i = 0; i != whole; i += 4) {
        values[slots[i]] = from[i];
        values[slots[i + 1]] = from[i + 1];
        values[slots[i + 2]] = from[i + 2];
        values[slots[i + 3]] = from[i + 3];
    }
    for (std::size_t i = whole; i != count; ++i) values[slots[i]] = from[i];
}

// Copies the values of slots. True if all are finite: then so is their sum, unless it overflows. Four independent sums
// are faster than one.
bool gather(double const* values, std::uint32_t const* slots, std::span<double> to) {
    double sums[4] = {};
    std::size_t const count = to.size();
    std::size_t const whole = count - count % 4;
    for (std::size_t i = 0; i != whole; i += 4) {
        double const a = values[slots[i]];
        double const b = values[slots[i + 1]];
        double const c = values[slots[i + 2]];
        double const d = values[slots[i + 3]];
        to[i] = a;
        to[i + 1] = b;
        to[i + 2] = c;
        to[i + 3] = d;
        sums[0] += a;
        sums[1] += b;
        sums[2] += c;
        sums[3] += d;
    }
    for (std::size_t i = whole; i != count; ++i) sums[0] += to[i] = values[slots[i]];
    if (std::isfinite(sums[0] + sums[1] + sums[2] + sums[3])) return true;
    return std::all_of(to.begin(), to.end(), [](double value) { return std::isfinite(value); });
}

}  // namespace

Status set_time(FmuInstance& fmu, double time) {
    Run& run = *fmu.run;
    if (!std::isfinite(time)) return fmu.guard.fail("a time has to be finite");
    if (is_earlier(time, run.earliest_time)) {
        return fmu.guard.fail("time " + number_text(time) + " is earlier than " + number_text(run.earliest_time) +
                              ", and time cannot go back");
    }
    if (fmu.guard.mode() == Mode::event) {
        bool const is_discrete = fmu.model.state_count == 0 && fmu.model.crossing_count == 0;
        if (!is_discrete) {
            return fmu.guard.fail("not allowed in Event Mode for a model with states or event indicators");
        }
        if (Status const status = enter_continuous_mode(fmu); status != Status::ok) return status;
    }
    if (time == run.instance.time()) return Status::ok;
    run.instance.set_time(time);
    run.set_fresh(Fresh::nothing);
    return Status::ok;
}

Status set_states(FmuInstance& fmu, std::span<double const> states) {
    Run& run = *fmu.run;
    if (states.size() != fmu.model.state_count) return fmu.guard.fail(wrong_state_count);
    scatter(states, fmu.description.state_slots().data(), run.instance.raw()->value);
    run.set_fresh(Fresh::nothing);
    return Status::ok;
}

Status get_states(FmuInstance& fmu, std::span<double> states) {
    if (states.size() != fmu.model.state_count) return fmu.guard.fail(wrong_state_count);
    if (fmu.guard.mode() == Mode::initialization) {
        if (Status const status = need(fmu, Fresh::all); status != Status::ok) return status;
    }
    double const* const values = fmu.run->instance.raw()->value;
    std::uint32_t const* const slots = fmu.description.state_slots().data();
    for (std::size_t i = 0; i < states.size(); ++i) states[i] = values[slots[i]];
    return Status::ok;
}

Status get_derivatives(FmuInstance& fmu, std::span<double> derivatives) {
    Instance& instance = fmu.run->instance;
    if (derivatives.size() != fmu.model.state_count) return fmu.guard.fail(wrong_state_count);
    if (Status const status = need(fmu, Fresh::derivatives); status != Status::ok) return status;
    if (gather(instance.raw()->value, fmu.description.derivative_slots().data(), derivatives)) return Status::ok;
    return fmu.guard.fail(
        "no finite number at time " + number_text(instance.time()) + ": " + instance.first_not_finite(),
        Status::discard);
}

Status get_indicators(FmuInstance& fmu, std::span<double> indicators) {
    if (indicators.size() != fmu.model.crossing_count) {
        return fmu.guard.fail("the model has another number of event indicators");
    }
    if (Status const status = need(fmu, Fresh::derivatives); status != Status::ok) return status;
    return fmu.run->crossings.look(indicators.data()) == MOO_OK ? Status::ok : Status::discard;
}

// The nominal value of a state that is chosen while the simulation runs is that of the variable that it represents.
Status get_nominals(FmuInstance& fmu, std::span<double> nominals) {
    MooModel const& model = fmu.model;
    if (nominals.size() != model.state_count) return fmu.guard.fail(wrong_state_count);
    Instance& instance = fmu.run->instance;
    std::vector<double> by_slot(model.variable_count, 0.0);
    for (std::uint32_t s = 0; s < model.state_set_count; ++s) {
        MooStateSet const& set = model.state_sets[s];
        for (std::uint32_t j = 0; j < set.state_count; ++j) {
            for (std::uint32_t i = 0; i < set.candidate_count; ++i) {
                bool const is_chosen = instance.values()[set.selection[j * set.candidate_count + i]] != 0.0;
                if (is_chosen) by_slot[set.states[j]] = instance.nominal(set.candidates[i]);
            }
        }
    }
    for (std::size_t i = 0; i < nominals.size(); ++i) {
        std::uint32_t const slot = fmu.description.state_slots()[i];
        nominals[i] = by_slot[slot] > 0.0 ? by_slot[slot] : instance.nominal(slot);
    }
    return Status::ok;
}

Status completed_step(FmuInstance& fmu, bool& enter_event_mode, bool& terminates) {
    Run& run = *fmu.run;
    double const now = run.instance.time();
    if (is_earlier(run.experiment.stop, now)) {
        return fmu.guard.fail("time " + number_text(now) + " is beyond the stop time " +
                              number_text(run.experiment.stop));
    }
    enter_event_mode = false;
    if (run.cycle.observes_steps()) {
        if (Status const status = need(fmu, Fresh::derivatives); status != Status::ok) return status;
        if (!run.cycle.observe_step(enter_event_mode)) return Status::error;
    }
    terminates = run.wants_to_terminate();
    run.earliest_time = std::max(run.earliest_time, run.last_step_time);
    run.last_step_time = now;
    return Status::ok;
}

}  // namespace moo::runtime::fmi
