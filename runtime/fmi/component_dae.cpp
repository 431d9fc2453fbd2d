// The model as a DAE (FMI-LS-DAE): the unknowns of blocks come from the importer, who asks how large the residuals are.
//
// An importer that knows nothing of this never sets them, and the blocks are solved as ever. Setting the first one in
// Continuous-Time Mode turns over to the DAE, and the next event turns back: events are solved here.
#include <algorithm>
#include <cmath>

#include "runtime/fmi/component.h"
#include "runtime/instance/host_memory.h"
#include "runtime/text/number_text.h"

namespace moo::runtime::fmi {

bool Component::is_given(ValueReference reference) const {
    if (is_given_.empty()) return false;
    auto const all = elements(reference);
    return std::all_of(all.begin(), all.end(), [this](MooFmuElement const& element) {
        return is_slot(element) && is_given_[element.index] != 0;
    });
}

void Component::use_as_dae(bool is_dae) {
    if (is_dae == is_dae_) return;
    is_dae_ = is_dae;
    run_->instance.memory().collector = is_dae ? &run_->residuals : nullptr;
    set_fresh(Fresh::nothing);
}

// As a DAE they come along with whatever else is computed. Else they are those that the solution has left.
Status Component::need_residuals(References references) {
    if (!mentions(references, MOO_FMU_RESIDUAL)) return Status::ok;
    switch (mode_) {
        case Mode::initialization:
        case Mode::event:
        case Mode::continuous:
        case Mode::intermediate: break;
        case Mode::instantiated:
        case Mode::step:
        case Mode::step_failed:
        case Mode::terminated:
        case Mode::error: return Status::ok;
    }
    auto const first_missing = [&]() -> MooFmuElement const* {
        for (ValueReference const reference : references) {
            for (MooFmuElement const& element : elements(reference)) {
                bool const is_residual = element.source == MOO_FMU_RESIDUAL;
                if (is_residual && !std::isfinite(run_->residuals.at(element.index))) return &element;
            }
        }
        return nullptr;
    };
    if (!is_dae_) {
        if (Status const status = need(Fresh::all); status != Status::ok) return status;
        run_->residuals.forget();
        run_->instance.memory().collector = &run_->residuals;
        bool const good = run_->cycle.compute_all();
        run_->instance.memory().collector = nullptr;
        if (!good) return Status::discard;
    } else {
        if (Status const status = need(Fresh::derivatives); status != Status::ok) return status;
        // The others serve results only.
        if (first_missing() != nullptr) {
            if (Status const status = need(Fresh::all); status != Status::ok) return status;
        }
    }
    MooFmuElement const* const missing = first_missing();
    if (missing == nullptr) return Status::ok;
    return fail("no finite number at time " + number_text(run_->instance.time()) + ": the residual for `" +
                    model_.variables[missing->index].name + "`",
                Status::discard);
}

}  // namespace moo::runtime::fmi
