// Builds Eq: the equations that determine derivatives and algebraic variables while discrete variables and states
// are known.
#pragma once

#include "moo/passes/pass.h"

namespace moo {

bool build_integration(System& system, PassOptions const& options, Diagnostics& diagnostics);

}  // namespace moo
