// Builds iEq, as section 6.3 of Larsson and Fritzson describes it: all equations except those of when-clauses,
// initial equations, and start values. Start values that are fixed always count. Where the system is still
// under-determined, start values that are not fixed fill it up, in the order of declaration.
#pragma once

#include "moo/passes/pass.h"

namespace moo {

bool build_initialization(System& system, PassOptions const& options, Diagnostics& diagnostics);

}  // namespace moo
