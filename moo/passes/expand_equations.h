// Splits flat equations into equalities that always hold and instant equations.
//
//   if c then a = x; else a = y; end if      a = if c then x else y
//   if c then a = x; else y = b; end if      0 = if c then a - x else y - b
//   when {c, d} then a = x; end when         a = x when c or d becomes true
#pragma once

#include "moo/passes/pipeline.h"

namespace moo {

bool expand_equations(System& system, PassOptions const& options, Diagnostics& diagnostics);

}  // namespace moo
