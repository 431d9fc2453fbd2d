// der of an expression that is not a variable.
#pragma once

#include "moo/passes/pass.h"

namespace moo {

// `der(2*x)` becomes der(_der1) with the equation _der1 = 2*x, so that the passes behind it know derivatives of
// variables only.
bool name_derivatives(System& system, PassOptions const& options, Diagnostics& diagnostics);

}  // namespace moo
