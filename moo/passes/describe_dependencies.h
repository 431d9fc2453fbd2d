// What derivatives, outputs, zero crossings and unknowns of the initialization depend on.
#pragma once

#include "moo/passes/pass.h"

namespace moo {

// Fills Document::dependencies. What would take too long a list is left out, the longest first: `dependencies` hold at
// most a million terms of a sort, and 16 for each variable of the model.
bool describe_dependencies(System& system, PassOptions const& options, Diagnostics& diagnostics);

}  // namespace moo
