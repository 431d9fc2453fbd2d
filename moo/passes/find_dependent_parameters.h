// Turns variables that depend only on parameters into parameters.
#pragma once

#include "moo/passes/pass.h"

namespace moo {

// `R_actual = R*(1 + alpha*(T - T_ref))` with parameters on its right side is computed once instead of in every step
// and, more importantly, may be divided by when loops are solved. The variable becomes a parameter that cannot be set,
// with the equation as its binding. Variables that depend on it may follow. Variables that are differentiated, set at
// events or whose past is used stay as they are; so do outputs, and variables with calls of functions in their
// equations.
bool find_dependent_parameters(System& system, PassOptions const& options, Diagnostics& diagnostics);

}  // namespace moo
