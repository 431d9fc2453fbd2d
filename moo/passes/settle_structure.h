// Evaluates the parameters that determine the structure of a model, and marks them as evaluated:
//
// - `fixed` and `stateSelect` of a variable, where they are expressions;
// - conditions of if-equations whose branches have different numbers of equations, or contain when-clauses. One branch
//   replaces the whole.
#pragma once

#include "moo/passes/pass.h"

namespace moo {

// What cannot be evaluated stays unchanged.
bool settle_structure(System& system, PassOptions const& options, Diagnostics& diagnostics);

}  // namespace moo
