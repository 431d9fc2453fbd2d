// The outside of the model: its icon, and its public top-level connectors with their icons.
#pragma once

#include "frontend/typecheck/elaborator.h"

namespace moo {

// Fills `icon` and `connectors` of the model from its root. Call it when everything else is finished: it uses values of
// parameters, but must not cause them to be evaluated.
void collect_outside(Elaborator& elaborator, Node& root);

}  // namespace moo
