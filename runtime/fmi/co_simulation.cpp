#include "runtime/fmi/co_simulation.h"

#include <algorithm>
#include <cmath>

#include "runtime/fmi/evaluation.h"
#include "runtime/text/number_text.h"
#include "runtime/values/infinity.h"

namespace moo::runtime::fmi {

namespace {

// Crossings are checked at least this often, and models without states are evaluated this often, as in a simulation.
constexpr double least_looks = 100.0;
constexpr double default_intervals = 500.0;
// How far the times of importer and FMU may differ because of rounding in sums, relative to the step.
constexpr double time_slack = 1e-6;

bool relations_disagree(Run& run) {
    Instance& instance = run.instance;
    MooModel const& model = instance.model();
    if (model.crossing_count == 0) return false;
    std::vector<double> z(model.crossing_count);
    if (model.zero_crossings(instance.raw(), z.data()) != MOO_OK) return true;
    for (std::size_t i = 0; i < z.size(); ++i) {
        bool const is_true = instance.relations()[i] != 0;
        if ((z[i] > 0.0 && !is_true) || (z[i] < 0.0 && is_true)) return true;
    }
    return false;
}

// One communication step.
class Stepper {
public:
    explicit Stepper(FmuInstance& fmu) : fmu_(fmu), run_(*fmu.run), stepping_(fmu.run->stepping) {}

    Status check(double current, double size);
    Status run(double target, StepOutcome& outcome);

private:
    [[nodiscard]] bool begin(StepOutcome& outcome);
    Status advance_to(double target, StepOutcome& outcome);
    [[nodiscard]] bool prepare_integrator(double target);
    [[nodiscard]] bool make_the_integrator();
    [[nodiscard]] bool handle_event();
    [[nodiscard]] bool leaves_events_to_importer() const {
        return fmu_.options.uses_event_mode && fmu_.options.may_return_early;
    }
    [[nodiscard]] bool stops_at_communication_points() const;

    FmuInstance& fmu_;
    Run& run_;
    Stepping& stepping_;
};

Status Stepper::check(double current, double size) {
    CallGuard& guard = fmu_.guard;
    double const stop = run_.experiment.stop;
    if (!(size > 0.0) || !std::isfinite(size) || !std::isfinite(current)) {
        return guard.fail("a step from " + number_text(current) + " of size " + number_text(size) + " is none");
    }
    if (std::abs(current - stepping_.communication_time) > time_slack * size) {
        return guard.fail("the current communication point is " + number_text(stepping_.communication_time) + ", not " +
                          number_text(current));
    }
    if (current + size > stop + time_slack * size) {
        return guard.fail("a step to " + number_text(current + size) + " goes beyond the stop time " +
                          number_text(stop));
    }
    return Status::ok;
}

// The integrator must not step beyond a communication point if such a step would have to be taken back: if inputs may
// change there, if steps are recorded, and if the importer is called at each step.
bool Stepper::stops_at_communication_points() const {
    return fmu_.description.has_inputs() || run_.cycle.remembers_steps() || fmu_.options.intermediate_update != nullptr;
}

bool Stepper::handle_event() {
    if (!run_.cycle.finish()) return false;
    fmu_.log_event();
    stepping_.needs_restart = true;
    return stepping_.chatter->count_event(run_.instance, run_.cycle.relations_before());
}

// Handles changes since the last step. If the importer uses Event Mode and the step may return early, the importer
// handles the events that follow from them.
bool Stepper::begin(StepOutcome& outcome) {
    bool const changed = !stepping_.old_inputs.empty();
    stepping_.values_set = false;
    if (!stepping_.course.is_empty()) {
        stepping_.course.begin(run_.instance.time(), run_.instance.values());
        run_.instance.set_input_course(
            [&run = run_](double time) { run.stepping.course.apply(time, run.instance.values()); });
        stepping_.needs_restart = true;
    }
    if (!changed && !stepping_.event_due) return true;
    stepping_.needs_restart = true;
    if (!apply_tunables(run_) || !run_.cycle.compute_all()) return false;
    if (stepping_.event_due || stepping_.discretes_changed || relations_disagree(run_)) {
        if (!stepping_.event_due && leaves_events_to_importer()) {
            stepping_.event_due = outcome.event_needed = true;
            return true;
        }
        return begin_event_at_step(run_) && handle_event();
    }
    stepping_.old_inputs.clear();
    return true;
}

// Called at each accepted step of the integrator, which exists longer than a communication step.
StepVerdict observe_step(FmuInstance& fmu) {
    Run& run = *fmu.run;
    Stepping& stepping = run.stepping;
    bool is_due = false;
    if (!run.cycle.observe_step(is_due)) return StepVerdict::fail;
    if (fmu.options.intermediate_update) {
        fmu.guard.enter(Mode::intermediate);
        run.set_fresh(Fresh::nothing);
        IntermediateAnswer const answer =
            fmu.options.intermediate_update(run.instance.time(), fmu.options.may_return_early);
        if (fmu.guard.mode() == Mode::error) return StepVerdict::fail;
        fmu.guard.enter(Mode::step);
        if (answer.returns_early && fmu.options.may_return_early) {
            stepping.early_return = std::max(answer.return_time, run.instance.time());
            is_due = true;
        }
        stepping.values_set = false;
        // The integrator continues with inputs that have changed: its error control notices jumps, and a restart at
        // each step would turn one step into a thousand.
        if (!stepping.old_inputs.empty()) {
            if (!run.cycle.compute_all()) return StepVerdict::fail;
            if (relations_disagree(run)) {
                is_due = true;
            } else {
                stepping.old_inputs.clear();
            }
        }
    }
    return is_due ? StepVerdict::start_afresh : StepVerdict::go_on;
}

bool Stepper::make_the_integrator() {
    MooModel const& model = fmu_.model;
    double const span = run_.span();
    IntegratorOptions options;
    options.tolerance = run_.experiment.tolerance > 0.0 ? run_.experiment.tolerance
                        : model.tolerance > 0.0         ? model.tolerance
                                                        : 1e-6;
    options.start_time = run_.experiment.start;
    options.stop_time = run_.experiment.start + span;
    options.max_step = model.state_count == 0     ? span / default_intervals
                       : model.crossing_count > 0 ? span / least_looks
                                                  : 0.0;
    options.on_step = [&fmu = fmu_] { return observe_step(fmu); };
    stepping_.integrator = make_integrator(run_.instance, options);
    stepping_.needs_restart = true;
    return stepping_.integrator != nullptr;
}

bool Stepper::prepare_integrator(double target) {
    if (!stepping_.integrator && !make_the_integrator()) return false;
    double const now = run_.instance.time();
    double const stop = run_.experiment.stop;
    double const far = std::isfinite(stop) ? stop : std::max(target, now + run_.span());
    if (stepping_.needs_restart) stepping_.due = run_.cycle.events().next_time();
    double const limit = std::min(stepping_.due, stops_at_communication_points() ? target : std::max(far, target));
    bool const moves = limit != stepping_.limit;
    stepping_.limit = limit;
    if (!stepping_.needs_restart) return !moves || limit <= now || stepping_.integrator->extend(limit);
    stepping_.needs_restart = false;
    return stepping_.integrator->restart(limit);
}

Status Stepper::advance_to(double target, StepOutcome& outcome) {
    double const& early_return = stepping_.early_return;  // which a step may reduce
    while (run_.instance.time() < std::min(target, early_return)) {
        if (!prepare_integrator(std::min(target, early_return))) return Status::discard;
        AdvanceResult const result = stepping_.integrator->advance(std::min({target, stepping_.due, early_return}));
        if (result == AdvanceResult::failed || result == AdvanceResult::interrupted) return Status::discard;
        if (!run_.cycle.compute_all()) return Status::discard;
        if (!stepping_.old_inputs.empty()) {
            if (leaves_events_to_importer()) {
                stepping_.event_due = outcome.event_needed = true;
                return Status::ok;
            }
            if (!begin_event_at_step(run_) || !handle_event()) return Status::discard;
            if (run_.wants_to_terminate()) return Status::ok;
        }
        double const now = run_.instance.time();
        if (result == AdvanceResult::switched && now < stepping_.due) {
            if (!run_.cycle.switch_states()) return Status::discard;
            stepping_.needs_restart = true;
            continue;
        }
        if (result != AdvanceResult::crossing && now < stepping_.due) continue;
        bool const is_over = now >= target || now >= early_return || fmu_.options.may_return_early;
        if (fmu_.options.uses_event_mode && is_over) {
            stepping_.event_due = outcome.event_needed = true;
            return Status::ok;
        }
        if (!run_.cycle.enter() || !handle_event()) return Status::discard;
        if (run_.wants_to_terminate()) return Status::ok;
    }
    return Status::ok;
}

Status Stepper::run(double target, StepOutcome& outcome) {
    stepping_.early_return = infinity;
    Status status = begin(outcome) ? Status::ok : Status::discard;
    bool const goes_on = status == Status::ok && !run_.wants_to_terminate() && !outcome.event_needed;
    if (goes_on) status = advance_to(target, outcome);
    // Inputs are constant after the step.
    run_.instance.set_input_course(nullptr);
    stepping_.course.hold_all();
    return status;
}

}  // namespace

void begin_stepping(Run& run) {
    Stepping& stepping = run.stepping;
    stepping.communication_time = run.experiment.start;
    stepping.needs_restart = true;
    stepping.values_set = stepping.discretes_changed = stepping.event_due = false;
    stepping.old_inputs.clear();
    stepping.chatter = std::make_unique<ChatterGuard>(run.instance.model().relation_count, run.span());
}

bool begin_event_at_step(Run& run) {
    Stepping& stepping = run.stepping;
    if (!apply_tunables(run) || !run.cycle.compute_all() || !run.cycle.enter()) return false;
    for (auto old = stepping.old_inputs.rbegin(); old != stepping.old_inputs.rend(); ++old) {
        run.instance.pre_values()[old->slot] = old->value;
    }
    stepping.old_inputs.clear();
    stepping.values_set = stepping.discretes_changed = stepping.event_due = false;
    stepping.needs_restart = true;
    return true;
}

Status do_step(FmuInstance& fmu, double current, double size, StepOutcome& outcome) {
    Run& run = *fmu.run;
    Stepper stepper(fmu);
    if (Status const status = stepper.check(current, size); status != Status::ok) return status;
    double const target = current + size;
    Status const status = stepper.run(target, outcome);
    if (status != Status::ok) {
        if (fmu.guard.mode() == Mode::error) return Status::error;
        fmu.guard.enter(Mode::step_failed);
        return status;
    }
    outcome.time = run.stepping.communication_time = run.instance.time();
    outcome.terminates = run.wants_to_terminate();
    // If early return is not allowed, only `terminates` and the time tell the importer.
    outcome.returns_early = outcome.time < target && fmu.options.may_return_early;
    run.set_fresh(Fresh::all);
    return Status::ok;
}

}  // namespace moo::runtime::fmi
