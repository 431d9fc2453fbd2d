// Takes variables out of the equations that always equal another one, its negative, or a number.
#pragma once

#include "moo/passes/pass.h"

namespace moo {

// Simple equations are a = b, a = -b and a = c with variables a, b and a literal or parameter c, in whatever
// way they are written (`a + b = 0`). They join variables to classes; the other equations mention only the member
// that represents its class. What is left may be simple again, as `a + b + 0 = 0`, so this is repeated with
// the equations that have changed.
//
// Start values, `fixed`, `stateSelect` and bounds of the others go over to the member that stays.
bool eliminate_aliases(System& system, PassOptions const& options, Diagnostics& diagnostics);

}  // namespace moo
