// Makes parameters of variables that depend on parameters only.
#pragma once

#include "moo/passes/pass.h"

namespace moo {

// `R_actual = R*(1 + alpha*(T - T_ref))` with parameters on its right side is computed once instead of in every step;
// and, what matters more, loops can be solved over it. The variable becomes a parameter that nobody can set, with the
// equation as its binding. What depends on it may follow. Variables that are differentiated, set at events or used by
// their past stay what they are; so do outputs and what calls functions.
bool find_dependent_parameters(System& system, PassOptions const& options, Diagnostics& diagnostics);

}  // namespace moo
