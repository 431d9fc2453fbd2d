// Builds riEq: all equations, including those of when-clauses, sorted. States are known; a reinit is an assignment that
// takes effect at the end of an event iteration (Modelica 3.6, section 8.3.6).
#pragma once

#include "moo/passes/pass.h"

namespace moo {

bool build_reinitialization(System& system, PassOptions const& options, Diagnostics& diagnostics);

}  // namespace moo
