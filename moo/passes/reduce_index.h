// Differentiates equations until the highest derivatives can be computed, and chooses the states.
#pragma once

#include "moo/passes/pass.h"

namespace moo {

// Pantelides' algorithm finds the equations to be differentiated. Dummy derivatives turn as many derivatives into
// algebraic variables. Choices that cannot be made for good become state sets, for the runtime to decide
// (moo/structure/pantelides.h, dummy_derivatives.h; docs/structure.md names the papers).
//
// `der(x) = v` is not differentiated: it says that v is the derivative of x (Mattsson, Olsson, Elmqvist: "Dynamic
// Selection of States in Dymola", section 2). Afterwards der(x) occurs in the equations if and only if x is a state;
// derivatives that are algebraic are variables of their own, named `der(x)` where the model has no name for them.
bool reduce_index(System& system, PassOptions const& options, Diagnostics& diagnostics);

}  // namespace moo
