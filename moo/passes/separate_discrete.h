// Finds variables and equations whose values change only at events.
#pragma once

#include "moo/passes/pass.h"

namespace moo {

// A variable that a when-clause sets is discrete, and so is one with `v = pre(v)`. An equation is discrete if its sides
// are not Real. It is also discrete if one side is a discrete variable that no when-clause sets, unless the other side
// has a continuous unknown or a derivative as a term. External objects become parameters.
bool separate_discrete(System& system, PassOptions const& options, Diagnostics& diagnostics);

}  // namespace moo
