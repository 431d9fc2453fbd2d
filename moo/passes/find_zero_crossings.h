// Finds z and c: the relations whose change is an event, and the equations that they affect.
#pragma once

#include "moo/passes/pass.h"

namespace moo {

bool find_zero_crossings(System& system, PassOptions const& options, Diagnostics& diagnostics);

}  // namespace moo
