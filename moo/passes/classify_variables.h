// Gives each variable its role: a state is a variable that is differentiated, a Real variable that a when-clause
// defines is discrete.
#pragma once

#include "moo/passes/pass.h"

namespace moo {

bool classify_variables(System& system, PassOptions const& options, Diagnostics& diagnostics);

}  // namespace moo
