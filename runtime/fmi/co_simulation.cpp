// Communication steps: the FMU integrates itself.
#include <algorithm>
#include <cmath>

#include "runtime/fmi/component.h"
#include "runtime/text/number_text.h"
#include "runtime/values/infinity.h"

namespace moo::runtime::fmi {

namespace {

// Crossings are looked for at least so often, and times where there are no states, as in a simulation by itself.
constexpr double least_looks = 100.0;
constexpr double default_intervals = 500.0;
// How far the times of importer and FMU may differ by adding up, as a part of the step.
constexpr double time_slack = 1e-6;

}  // namespace

Status Component::check_step(double current, double size) {
    if (!(size > 0.0) || !std::isfinite(size) || !std::isfinite(current)) {
        return fail("a step from " + number_text(current) + " of size " + number_text(size) + " is none");
    }
    if (std::abs(current - communication_time_) > time_slack * size) {
        return fail("the current communication point is " + number_text(communication_time_) + ", not " +
                    number_text(current));
    }
    if (current + size > experiment_.stop + time_slack * size) {
        return fail("a step to " + number_text(current + size) + " goes beyond the stop time " +
                    number_text(experiment_.stop));
    }
    return Status::ok;
}

// Steps beyond a communication point could not be taken back: where inputs may change there, where steps are
// remembered, and where the importer is told of each.
bool Component::stops_at_communication_points() const {
    return has_inputs_ || run_->cycle.remembers_steps() || options_.intermediate_update != nullptr;
}

bool Component::leaves_events_to_importer() const { return options_.uses_event_mode && options_.may_return_early; }

bool Component::relations_disagree() {
    if (model_.crossing_count == 0) return false;
    Instance& instance = run_->instance;
    std::vector<double> z(model_.crossing_count);
    if (model_.zero_crossings(instance.raw(), z.data()) != MOO_OK) return true;
    for (std::size_t i = 0; i < z.size(); ++i) {
        bool const is_true = instance.relations()[i] != 0;
        if ((z[i] > 0.0 && !is_true) || (z[i] < 0.0 && is_true)) return true;
    }
    return false;
}

// Inputs that have been set are the right side of what happens now, `pre` the left one.
bool Component::begin_event_at_step() {
    if (!apply_tunables() || !run_->cycle.compute_all() || !run_->cycle.enter()) return false;
    for (auto old = old_inputs_.rbegin(); old != old_inputs_.rend(); ++old) {
        run_->instance.pre_values()[old->slot] = old->value;
    }
    old_inputs_.clear();
    values_set_ = discretes_changed_ = event_due_ = false;
    needs_restart_ = true;
    return true;
}

bool Component::handle_event() {
    EventCycle& cycle = run_->cycle;
    if (!cycle.finish()) return false;
    log_event();
    needs_restart_ = true;
    return chatter_->count_event(run_->instance, cycle.relations_before());
}

// Something may have changed since the last step. An importer with Event Mode, to whom the step may return, handles
// what follows from that.
bool Component::begin_step(StepOutcome& outcome) {
    EventCycle& cycle = run_->cycle;
    Instance& instance = run_->instance;
    bool const changed = !old_inputs_.empty();
    values_set_ = false;
    if (!course_.is_empty()) {
        course_.begin(instance.time(), instance.values());
        instance.set_input_course([this](double time) { course_.apply(time, run_->instance.values()); });
        needs_restart_ = true;
    }
    if (!changed && !event_due_) return true;
    needs_restart_ = true;
    if (!apply_tunables() || !cycle.compute_all()) return false;
    if (event_due_ || discretes_changed_ || relations_disagree()) {
        if (!event_due_ && leaves_events_to_importer()) {
            event_due_ = outcome.event_needed = true;
            return true;
        }
        return begin_event_at_step() && handle_event();
    }
    old_inputs_.clear();
    return true;
}

bool Component::prepare_integrator(double target) {
    Run& run = *run_;
    if (!run.integrator) {
        IntegratorOptions options;
        options.tolerance = experiment_.tolerance > 0.0 ? experiment_.tolerance
                            : model_.tolerance > 0.0    ? model_.tolerance
                                                        : 1e-6;
        options.start_time = experiment_.start;
        options.stop_time = experiment_.start + span();
        options.max_step = model_.state_count == 0     ? span() / default_intervals
                           : model_.crossing_count > 0 ? span() / least_looks
                                                       : 0.0;
        options.on_step = [this] { return observe_step(); };
        run.integrator = make_integrator(run.instance, options);
        if (!run.integrator) return false;
        needs_restart_ = true;
    }
    double const now = run.instance.time();
    double const far = std::isfinite(experiment_.stop) ? experiment_.stop : std::max(target, now + span());
    if (needs_restart_) due_ = run.cycle.events().next_time();
    double const limit = std::min(due_, stops_at_communication_points() ? target : std::max(far, target));
    bool const moves = limit != limit_;
    limit_ = limit;
    if (!needs_restart_) return !moves || limit <= now || run.integrator->extend(limit);
    needs_restart_ = false;
    return run.integrator->restart(limit);
}

StepVerdict Component::observe_step() {
    bool is_due = false;
    if (!run_->cycle.observe_step(is_due)) return StepVerdict::fail;
    if (options_.intermediate_update) {
        mode_ = Mode::intermediate;
        set_fresh(Fresh::nothing);
        IntermediateAnswer const answer =
            options_.intermediate_update(run_->instance.time(), options_.may_return_early);
        bool const was_wrong = mode_ == Mode::error;
        mode_ = was_wrong ? Mode::error : Mode::step;
        if (was_wrong) return StepVerdict::fail;
        if (answer.returns_early && options_.may_return_early) {
            early_return_ = std::max(answer.return_time, run_->instance.time());
            is_due = true;
        }
        values_set_ = false;
        // The integrator goes on with inputs that have changed: its error control sees what does not follow from
        // before, and a start at each step would make a thousand of one.
        if (!old_inputs_.empty()) {
            if (!run_->cycle.compute_all()) return StepVerdict::fail;
            if (relations_disagree()) {
                is_due = true;
            } else {
                old_inputs_.clear();
            }
        }
    }
    return is_due ? StepVerdict::start_afresh : StepVerdict::go_on;
}

Status Component::run_to(double target, StepOutcome& outcome) {
    Run& run = *run_;
    while (run.instance.time() < std::min(target, early_return_)) {
        if (!prepare_integrator(std::min(target, early_return_))) return Status::discard;
        AdvanceResult const result = run.integrator->advance(std::min({target, due_, early_return_}));
        if (result == AdvanceResult::failed || result == AdvanceResult::interrupted) return Status::discard;
        if (!run.cycle.compute_all()) return Status::discard;
        if (!old_inputs_.empty()) {
            if (leaves_events_to_importer()) {
                event_due_ = outcome.event_needed = true;
                return Status::ok;
            }
            if (!begin_event_at_step() || !handle_event()) return Status::discard;
            if (wants_to_terminate()) return Status::ok;
        }
        double const now = run.instance.time();
        if (result == AdvanceResult::switched && now < due_) {
            if (!run.cycle.switch_states()) return Status::discard;
            needs_restart_ = true;
            continue;
        }
        if (result != AdvanceResult::crossing && now < due_) continue;
        bool const is_over = now >= target || now >= early_return_ || options_.may_return_early;
        if (options_.uses_event_mode && is_over) {
            event_due_ = outcome.event_needed = true;
            return Status::ok;
        }
        if (!run.cycle.enter() || !handle_event()) return Status::discard;
        if (wants_to_terminate()) return Status::ok;
    }
    return Status::ok;
}

Status Component::do_step(double current, double size, StepOutcome& outcome) {
    if (Status const status = check_step(current, size); status != Status::ok) return status;
    double const target = current + size;
    early_return_ = infinity;
    Status status = begin_step(outcome) ? Status::ok : Status::discard;
    if (status == Status::ok && !wants_to_terminate() && !outcome.event_needed) status = run_to(target, outcome);
    // Behind the step inputs stand still.
    run_->instance.set_input_course(nullptr);
    course_.hold_all();
    if (status != Status::ok) {
        if (mode_ == Mode::error) return Status::error;
        mode_ = Mode::step_failed;
        return status;
    }
    outcome.time = communication_time_ = run_->instance.time();
    outcome.terminates = wants_to_terminate();
    // Whoever has not allowed it is told by `terminates` and the time alone.
    outcome.returns_early = outcome.time < target && options_.may_return_early;
    set_fresh(Fresh::all);
    return Status::ok;
}

}  // namespace moo::runtime::fmi
