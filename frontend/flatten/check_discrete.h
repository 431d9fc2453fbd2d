// The rules about variables that change only at events: equations between discrete values, assignments to discrete
// variables, and the operands of der, pre, edge and change (Modelica 3.6, sections 3.7.4, 3.7.5, 3.8.5 and 4.5.3).
#pragma once

#include "frontend/flatten/discrete_time.h"
#include "frontend/typecheck/elaborator.h"

namespace moo {

// For a model whose clocked equations are in their partitions, where everything is discrete. `discrete` was made before
// these were taken out.
void check_discrete(Elaborator const& elaborator, DiscreteTime& discrete);

}  // namespace moo
