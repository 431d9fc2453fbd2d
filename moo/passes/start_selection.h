// Which candidates of a state set are its states when the simulation starts.
#pragma once

#include "moo/passes/system.h"

namespace moo {

// Writes the start values of the selection. The constraints are solved for the candidates that are not states, so the
// columns of these in the Jacobian at the start values must be regular: a pendulum that starts on the x-axis has to be
// solved for x. If there is a choice, candidates without a start value are solved for first, then those whose start
// value is not fixed. If the Jacobian cannot be evaluated, the first candidates are the states.
void select_at_start(System& system, StateSet const& set);

// Whether the start values of the selection make the candidate a state.
[[nodiscard]] bool is_selected_at_start(System const& system, StateSet const& set, std::size_t candidate);

}  // namespace moo
