// Replaces operators with function syntax by equivalent expressions.
//
//   floor(x)              _floor1, a discrete variable that changes when x leaves [_floor1, _floor1 + 1)
//   mod(x, y)             x - _floor1*y; rem, div, ceil and integer likewise
//   semiLinear(x, a, b)   smooth(0, if x >= 0 then a*x else b*x)
//   {x, y, z}[i]          if i == 1 then x else if i == 2 then y else z, where the list is short
//
// The event functions (Modelica 3.6, section 3.7.2) stay as they are inside noEvent, in when-clauses, and where their
// arguments change only at events.
#pragma once

#include "moo/passes/pass.h"

namespace moo {

bool expand_operators(System& system, PassOptions const& options, Diagnostics& diagnostics);

}  // namespace moo
