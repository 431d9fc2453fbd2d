// Which candidates of a state set are its states when the simulation starts.
#pragma once

#include "moo/passes/system.h"

namespace moo {

// Writes the start values of the selection. The constraints are to be solved for the candidates that are no states, so
// their Jacobian at the start values must be regular in those: a pendulum that starts on the x-axis has to be solved
// for x. Among the columns for which it is, those come first that have no start value, then those whose start value is
// not fixed. Where the Jacobian cannot be evaluated, the first candidates are the states.
void select_at_start(System& system, StateSet const& set);

// Whether the candidate is a state at the start, by the start values of the selection.
[[nodiscard]] bool is_selected_at_start(System const& system, StateSet const& set, std::size_t candidate);

}  // namespace moo
