// Removes variables from the equations that always equal another one, its negative, or a number.
#pragma once

#include "moo/passes/pass.h"

namespace moo {

// Simple equations are a = b, a = -b and a = c with variables a, b and a literal or parameter c, however they are
// written (`a + b = 0`). They join variables to classes; the other equations mention only the member that represents
// its class. The result may be simple again, such as `a + b + 0 = 0`, so this is repeated with the equations that have
// changed.
//
// The member that stays takes over start values, `fixed`, `stateSelect` and bounds of the others.
bool eliminate_aliases(System& system, PassOptions const& options, Diagnostics& diagnostics);

}  // namespace moo
