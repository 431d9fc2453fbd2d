// What the model shows to the outside: its icon, and the public connectors at its top with theirs.
#pragma once

#include "frontend/typecheck/elaborator.h"

namespace moo {

// Fills `icon` and `connectors` of the model from its root. Call it when everything else is there: values of
// parameters are used, and must not be evaluated for it.
void collect_outside(Elaborator& elaborator, Node& root);

}  // namespace moo
