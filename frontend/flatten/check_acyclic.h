// The values of parameters and constants must not depend on themselves (Modelica 3.6, section 4.4.4).
#pragma once

#include "frontend/typecheck/elaborator.h"

namespace moo {

// Looks at the declaration equations of the flat model. A branch of an if-expression whose condition is known and that
// is not taken is no dependency.
void check_acyclic(Elaborator& elaborator);

}  // namespace moo
