#include "runtime/fmi/dae.h"

#include <cmath>

#include "runtime/fmi/evaluation.h"
#include "runtime/instance/host_memory.h"
#include "runtime/text/number_text.h"

namespace moo::runtime::fmi {

namespace {

bool computes_residuals(Mode mode) {
    switch (mode) {
        case Mode::initialization:
        case Mode::event:
        case Mode::continuous:
        case Mode::intermediate: return true;
        case Mode::instantiated:
        case Mode::step:
        case Mode::step_failed:
        case Mode::terminated:
        case Mode::error: return false;
    }
    return false;
}

// The first residual among these variables that has not been computed, or null.
MooFmuElement const* first_missing(FmuInstance const& fmu, References references) {
    for (ValueReference const reference : references) {
        for (MooFmuElement const& element : fmu.description.elements(reference)) {
            bool const is_residual = element.source == MOO_FMU_RESIDUAL;
            if (is_residual && !std::isfinite(fmu.run->residuals.at(element.index))) return &element;
        }
    }
    return nullptr;
}

}  // namespace

void use_as_dae(Run& run, bool is_dae) {
    if (is_dae == run.is_dae) return;
    run.is_dae = is_dae;
    run.instance.memory().collector = is_dae ? &run.residuals : nullptr;
    run.set_fresh(Fresh::nothing);
}

// In a DAE, the residuals are a result of every computation. Otherwise they are those that remain after the solution.
Status need_residuals(FmuInstance& fmu, References references) {
    if (!fmu.description.mention(references, MOO_FMU_RESIDUAL)) return Status::ok;
    if (!computes_residuals(fmu.guard.mode())) return Status::ok;
    Run& run = *fmu.run;
    if (!run.is_dae) {
        if (Status const status = need(fmu, Fresh::all); status != Status::ok) return status;
        run.residuals.forget();
        run.instance.memory().collector = &run.residuals;
        bool const good = run.cycle.compute_all();
        run.instance.memory().collector = nullptr;
        if (!good) return Status::discard;
    } else {
        if (Status const status = need(fmu, Fresh::derivatives); status != Status::ok) return status;
        // The missing ones belong to blocks that are needed only for results.
        if (first_missing(fmu, references) != nullptr) {
            if (Status const status = need(fmu, Fresh::all); status != Status::ok) return status;
        }
    }
    MooFmuElement const* const missing = first_missing(fmu, references);
    if (missing == nullptr) return Status::ok;
    return fmu.guard.fail("no finite number at time " + number_text(run.instance.time()) + ": the residual for `" +
                              fmu.model.variables[missing->index].name + "`",
                          Status::discard);
}

}  // namespace moo::runtime::fmi
