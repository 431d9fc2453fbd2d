// Results of functions that are the same whatever varies among the arguments.
#pragma once

#include "moo/passes/pass.h"

namespace moo {

// A capacitance that a function computes from parameters and voltages is zero if the parameters say so. The equations
// have to show it: the derivative of the voltage has no factor then, and the voltage is no state.
//
// Calls with literals among their arguments are run symbolically (symbolic_call.h), with the functions that they call;
// of calls that differ in what varies only, one. A scalar of the result that comes out as a literal replaces that part
// of the call; the rest stays.
bool fold_results(System& system, PassOptions const& options, Diagnostics& diagnostics);

}  // namespace moo
