// Potentials whose level nothing fixes, as in a circuit without ground.
#pragma once

#include "frontend/typecheck/elaborator.h"

namespace moo {

// Warns about each group of potentials of connectors that can be shifted together, v -> v + c(t) with any function c,
// without affecting any equation. Such a model has as many equations as unknowns, so the count does not find it, but it
// has no solution or infinitely many.
//
// A shift of the group G leaves an equation alone if the sum of dF/dv over all v in G is zero for its residual F. That
// is shown for each sum with literal coefficients that an equation is made of (literal_sums.h): the coefficients of the
// variables in G must sum to zero. So what is reported is singular for certain, and what would need another argument
// is not found.
void check_reference_level(Elaborator const& elaborator);

}  // namespace moo
