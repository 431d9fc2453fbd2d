// Replaces results of functions that do not depend on their varying arguments.
#pragma once

#include "moo/passes/pass.h"

namespace moo {

// A capacitance that a function computes from parameters and voltages may be zero because of the parameters. The
// equations have to show it: then the derivative of the voltage has no factor, and the voltage is not a state.
//
// Calls with literals among their arguments are run symbolically (symbolic_call.h), including the functions that they
// call. Of calls that differ only in varying arguments, one is run. If a scalar of the result is a literal, it replaces
// that part of the call; the rest stays.
bool fold_results(System& system, PassOptions const& options, Diagnostics& diagnostics);

}  // namespace moo
