#include "runtime/fmi/description.h"

#include <algorithm>

namespace moo::runtime::fmi {

Description::Description(MooFmu const& fmu) : fmu_(fmu) {
    MooModel const& model = *fmu.model;
    for (std::uint32_t i = 0; i < model.variable_count; ++i) {
        MooVariable const& variable = model.variables[i];
        has_inputs_ = has_inputs_ || variable.role == MOO_INPUT;
        has_objects_ = has_objects_ || variable.type == MOO_OBJECT;
        has_discrete_reals_ = has_discrete_reals_ || (variable.role == MOO_DISCRETE && variable.type == MOO_REAL);
    }
    for (std::uint32_t i = 0; i < model.state_count; ++i) {
        std::uint32_t const state = fmu.states != nullptr ? fmu.states[i] : i;
        state_slots_.push_back(model.state_slots[state]);
        derivative_slots_.push_back(model.derivative_slots[state]);
    }
    for (ValueReference reference = 0; reference < fmu.variable_count; ++reference) {
        for (MooFmuElement const& element : elements(reference)) {
            if (element.source != MOO_FMU_RESIDUAL) continue;
            is_given_.resize(model.variable_count, 0);
            is_given_[element.index] = 1;
        }
    }
}

std::string Description::where(ValueReference reference) const {
    std::string const number = "value reference " + std::to_string(reference);
    return is_known(reference) ? "`" + std::string(variable(reference).name) + "` (" + number + ")" : number;
}

bool Description::is_state(ValueReference reference) const {
    auto const all = elements(reference);
    return std::all_of(all.begin(), all.end(), [this](MooFmuElement const& element) {
        return is_slot(element) && model().variables[element.index].role == MOO_STATE;
    });
}

bool Description::is_given(ValueReference reference) const {
    if (!shows_residuals()) return false;
    auto const all = elements(reference);
    return std::all_of(all.begin(), all.end(), [this](MooFmuElement const& element) {
        return is_slot(element) && is_given_slot(element.index);
    });
}

bool Description::mention(References references, MooFmuSource source) const {
    return std::any_of(references.begin(), references.end(), [&](ValueReference reference) {
        auto const all = elements(reference);
        return std::any_of(all.begin(), all.end(), [&](MooFmuElement const& e) { return e.source == source; });
    });
}

}  // namespace moo::runtime::fmi
