// Names expressions that are differentiated.
#pragma once

#include "moo/passes/pass.h"

namespace moo {

// `der(2*x)` becomes der(_der1) with the equation _der1 = 2*x, so that later passes see only derivatives of variables.
bool name_derivatives(System& system, PassOptions const& options, Diagnostics& diagnostics);

}  // namespace moo
