#include "runtime/fmi/evaluation.h"

#include <algorithm>

#include "runtime/instance/host_memory.h"

namespace moo::runtime::fmi {

namespace {

// Restores the start values, as if nothing had been solved yet: the result must not depend on earlier calls.
void take_start_values(Run& run) {
    Instance& instance = run.instance;
    if (run.has_objects_alive) instance.model().finish(instance.raw());
    std::copy(run.start.begin(), run.start.end(), instance.values().begin());
    std::fill(instance.relations().begin(), instance.relations().end(), std::uint8_t{0});
    std::fill(instance.conditions().begin(), instance.conditions().end(), std::uint8_t{0});
    instance.raw()->terminate_asked = 0;
    instance.memory().forget_blocks();
    instance.set_time(run.experiment.start);
}

}  // namespace

Status solve_initial_values(FmuInstance& fmu) {
    Run& run = *fmu.run;
    take_start_values(run);
    run.has_objects_alive = fmu.description.has_objects();
    return run.cycle.events().solve_initial_values() ? Status::ok : Status::discard;
}

bool apply_tunables(Run& run) {
    if (!run.tunables_changed) return true;
    run.tunables_changed = false;
    MooModel const& model = run.instance.model();
    MooInstance* m = run.instance.raw();
    // Start values that depend on parameters have already been used, and external objects remain as they were made.
    std::vector<std::uint8_t> const given(m->is_set, m->is_set + model.variable_count);
    for (std::uint32_t i = 0; i < model.variable_count; ++i) {
        MooTunability const tunability = model.variables[i].tunability;
        bool const follows = tunability != MOO_FIXED && tunability != MOO_COMPUTED;
        if (!follows || model.variables[i].type == MOO_OBJECT) m->is_set[i] = 1;
    }
    MooStatus const status = model.parameters(m);
    std::copy(given.begin(), given.end(), m->is_set);
    ++m->event_number;
    run.instance.memory().forget_blocks();
    return status == MOO_OK && run.instance.compute_nominals() == MOO_OK;
}

Status need(FmuInstance& fmu, Fresh wanted) {
    Run& run = *fmu.run;
    if (run.fresh >= wanted) return Status::ok;
    if (run.is_dae) run.residuals.forget();
    MooInstance* m = run.instance.raw();
    EventCycle& cycle = run.cycle;
    bool good = true;
    switch (fmu.guard.mode()) {
        case Mode::instantiated:
            // Start values that depend on others. External objects are made by the initialization.
            good = fmu.description.has_objects() || fmu.model.parameters(m) == MOO_OK;
            break;
        case Mode::step:
        case Mode::step_failed:
        case Mode::terminated:
        case Mode::error: return Status::ok;
        case Mode::initialization:
            good = solve_initial_values(fmu) == Status::ok;
            if (good) (void)cycle.events().choose_states();
            good = good && cycle.compute_all();
            break;
        case Mode::event:
            good = apply_tunables(run) && (run.event_pending ? cycle.evaluate() : cycle.compute_all());
            break;
        case Mode::continuous:
        case Mode::intermediate:
            if (wanted == Fresh::derivatives) {
                m->phase = MOO_CONTINUOUS;
                good = fmu.model.derivatives(m) == MOO_OK;
                if (good) run.set_fresh(Fresh::derivatives);
                return good ? Status::ok : Status::discard;
            }
            good = cycle.compute_all();
            break;
    }
    if (good) run.set_fresh(Fresh::all);
    return good ? Status::ok : Status::discard;
}

}  // namespace moo::runtime::fmi
