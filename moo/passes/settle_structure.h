// Evaluates the parameters that decide on the structure of a model, and marks them as evaluated:
//
// - `fixed` and `stateSelect` of a variable, where they are expressions;
// - conditions of if-equations whose branches have different numbers of equations, or hold when-clauses. One branch
//   takes the place of the whole.
#pragma once

#include "moo/passes/pass.h"

namespace moo {

// What cannot be evaluated stays as it is.
bool settle_structure(System& system, PassOptions const& options, Diagnostics& diagnostics);

}  // namespace moo
