// Inlines the functions that had to stay calls until after index reduction.
#pragma once

#include "moo/passes/pass.h"

namespace moo {

// Functions with derivative annotations are differentiated by means of these. The remaining calls in equations are
// inlined now, so that linear equations are recognized as linear.
bool inline_calls(System& system, PassOptions const& options, Diagnostics& diagnostics);

}  // namespace moo
