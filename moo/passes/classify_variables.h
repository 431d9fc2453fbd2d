// Gives each variable its role: a variable that is differentiated is a state; a Real variable that a when-clause sets
// is discrete.
#pragma once

#include "moo/passes/pass.h"

namespace moo {

bool classify_variables(System& system, PassOptions const& options, Diagnostics& diagnostics);

}  // namespace moo
