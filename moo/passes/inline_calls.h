// Inlines the functions that had to wait for index reduction.
#pragma once

#include "moo/passes/pass.h"

namespace moo {

// Functions with derivative annotations are differentiated by these; what is left of them in equations is inlined now, so
// that linear equations are seen to be linear.
bool inline_calls(System& system, PassOptions const& options, Diagnostics& diagnostics);

}  // namespace moo
