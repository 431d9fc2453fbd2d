// The values of parameters and constants must not depend on themselves (Modelica 3.6, section 4.4.4).
#pragma once

#include "frontend/typecheck/elaborator.h"

namespace moo {

// Looks at the declaration equations of the flat model. A branch of an if-expression that is not taken, because its
// condition is known, is not a dependency.
void check_acyclic(Elaborator& elaborator);

}  // namespace moo
