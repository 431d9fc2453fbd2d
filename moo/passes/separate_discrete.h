// Which variables and equations have to do with values that change at events only.
#pragma once

#include "moo/passes/pass.h"

namespace moo {

// A variable that a when-clause sets is discrete, and one with `v = pre(v)`. An equation is discrete if its sides are not
// Real, or if one of them is a discrete variable that no when-clause sets, unless the other one is a continuous variable
// or a derivative. External objects become parameters.
bool separate_discrete(System& system, PassOptions const& options, Diagnostics& diagnostics);

}  // namespace moo
