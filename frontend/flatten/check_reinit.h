// What `reinit` is applied to must be able to be a state (Modelica 3.6, section 8.3.6).
#pragma once

#include "frontend/flatten/discrete_time.h"
#include "moo/base/diagnostics.h"

namespace moo {

// Refuses discrete variables, inputs, and variables that no chain of equations joins with a derivative. Whether one
// that is joined becomes a state is known only after index reduction.
void check_reinit(FlatModel const& model, DiscreteTime const& discrete, Interner const& interner,
                  Diagnostics& diagnostics);

}  // namespace moo
