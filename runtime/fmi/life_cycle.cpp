#include "runtime/fmi/life_cycle.h"

#include <algorithm>
#include <cmath>

#include "runtime/fmi/co_simulation.h"
#include "runtime/fmi/dae.h"
#include "runtime/fmi/evaluation.h"
#include "runtime/text/number_text.h"

namespace moo::runtime::fmi {

namespace {

constexpr char const* update_missing = "the discrete states have not been updated since the last event or setting";

void remember_derivatives(Run& run) {
    MooModel const& model = run.instance.model();
    double const* const value = run.instance.raw()->value;
    run.derivatives_before.resize(model.state_count);
    for (std::uint32_t i = 0; i < model.state_count; ++i) run.derivatives_before[i] = value[model.derivative_slots[i]];
}

bool derivatives_have_changed(Run& run) {
    MooModel const& model = run.instance.model();
    if (run.derivatives_before.size() != model.state_count) return false;
    double const* const value = run.instance.raw()->value;
    for (std::uint32_t i = 0; i < model.state_count; ++i) {
        if (value[model.derivative_slots[i]] != run.derivatives_before[i]) return true;
    }
    return false;
}

// `time > 0` becomes true at the smallest number above zero, which no integrator can reach by a step.
double reachable(Run const& run, double time) {
    double const now = run.instance.time();
    double const least = 1e-13 * std::max(std::abs(now), run.span());
    return time > now ? std::max(time, now + least) : time;
}

}  // namespace

Status set_up(FmuInstance& fmu, Experiment const& experiment) {
    bool const sensible = std::isfinite(experiment.start) && experiment.stop >= experiment.start &&
                          experiment.tolerance >= 0.0 && std::isfinite(experiment.tolerance);
    if (!sensible) {
        return fmu.guard.fail("start time " + number_text(experiment.start) + ", stop time " +
                              number_text(experiment.stop) + " and tolerance " + number_text(experiment.tolerance) +
                              " make no experiment");
    }
    fmu.run->experiment = experiment;
    return Status::ok;
}

Status enter_initialization(FmuInstance& fmu) {
    Run& run = *fmu.run;
    run.instance.set_time(run.experiment.start);
    run.set_fresh(Fresh::nothing);
    fmu.guard.enter(Mode::initialization);
    return Status::ok;
}

Status exit_initialization(FmuInstance& fmu) {
    Run& run = *fmu.run;
    if (solve_initial_values(fmu) != Status::ok) return Status::error;
    if (!run.cycle.events().start() || !run.cycle.begin()) return Status::error;
    run.set_fresh(Fresh::all);
    run.event_pending = run.tunables_changed = false;
    run.earliest_time = run.last_step_time = run.experiment.start;
    run.crossings.restart_at(run.experiment.start);
    begin_stepping(run);
    bool const has_event_mode = fmu.guard.kind() == Kind::model_exchange || fmu.options.uses_event_mode;
    fmu.guard.enter(has_event_mode ? Mode::event : Mode::step);
    return Status::ok;
}

Status enter_event_mode(FmuInstance& fmu) {
    Run& run = *fmu.run;
    if (fmu.guard.mode() == Mode::event && run.event_pending) return Status::ok;
    if (fmu.guard.kind() == Kind::co_simulation) {
        if (!fmu.options.uses_event_mode) return fmu.guard.fail("the instance was made without event mode");
        if (!begin_event_at_step(run)) return Status::error;
    } else {
        if (need(fmu, Fresh::all) != Status::ok) return Status::error;
        use_as_dae(run, false);
        remember_derivatives(run);
        if (!run.cycle.enter()) return Status::error;
        run.earliest_time = run.last_step_time = run.instance.time();
    }
    fmu.guard.enter(Mode::event);
    run.event_pending = true;
    run.set_fresh(Fresh::nothing);
    return Status::ok;
}

Status evaluate_discrete_states(FmuInstance& fmu) {
    fmu.run->set_fresh(Fresh::nothing);
    return need(fmu, Fresh::all);
}

Status update_discrete_states(FmuInstance& fmu, EventOutcome& outcome) {
    Run& run = *fmu.run;
    if (run.event_pending) {
        if (!apply_tunables(run) || !run.cycle.finish()) return Status::error;
        run.event_pending = false;
        fmu.log_event();
        // Importers restart their integrators only if states have changed. After a jump of the derivatives they have to
        // restart as well.
        outcome.states_changed = run.cycle.has_changed_states() || derivatives_have_changed(run);
        outcome.nominals_changed = run.cycle.has_chosen_states();
    }
    run.set_fresh(Fresh::all);
    outcome.terminates = run.wants_to_terminate();
    outcome.next_event = reachable(run, run.cycle.events().next_time());
    run.crossings.restart_at(run.instance.time());
    return Status::ok;
}

Status enter_continuous_mode(FmuInstance& fmu) {
    if (fmu.run->event_pending) return fmu.guard.fail(update_missing);
    fmu.guard.enter(Mode::continuous);
    return Status::ok;
}

Status enter_step_mode(FmuInstance& fmu) {
    if (fmu.run->event_pending) return fmu.guard.fail(update_missing);
    fmu.guard.enter(Mode::step);
    fmu.run->stepping.needs_restart = true;
    return Status::ok;
}

Status terminate(FmuInstance& fmu) {
    Run& run = *fmu.run;
    (void)need(fmu, Fresh::all);
    use_as_dae(run, false);
    if (fmu.model.has_terminal != 0) {
        run.instance.raw()->is_terminal = 1;
        if (!run.cycle.events().handle() || !run.cycle.compute_all()) return Status::error;
    }
    fmu.guard.enter(Mode::terminated);
    return Status::ok;
}

Status reset(FmuInstance& fmu) {
    fmu.start_afresh();
    return Status::ok;
}

}  // namespace moo::runtime::fmi
