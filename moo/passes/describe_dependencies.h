// What derivatives, outputs, zero crossings and unknowns of the initialization depend on.
#pragma once

#include "moo/passes/pass.h"

namespace moo {

// Fills Document::dependencies. The longest rows are left out until each kind of `dependencies` holds at most a million
// terms and 16 for each variable of the model.
bool describe_dependencies(System& system, PassOptions const& options, Diagnostics& diagnostics);

}  // namespace moo
