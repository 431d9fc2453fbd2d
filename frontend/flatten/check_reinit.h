// Variables that `reinit` sets must be able to become states (Modelica 3.6, section 8.3.6).
#pragma once

#include "frontend/flatten/discrete_time.h"
#include "moo/base/diagnostics.h"

namespace moo {

// Refuses discrete variables, inputs, and variables that no chain of equations connects with a derivative. Whether a
// connected variable becomes a state is known only after index reduction.
void check_reinit(FlatModel const& model, DiscreteTime const& discrete, Interner const& interner,
                  Diagnostics& diagnostics);

}  // namespace moo
