// Replaces variables throughout a system.
#pragma once

#include <functional>

#include "moo/passes/system.h"

namespace moo {

// Applies `rewrite` to every expression of the system that is computed while the model runs: equations, instants,
// conditions, assertions and operators with a memory. Bindings and attributes are left alone: they mention parameters.
void rewrite_system(System& system, std::function<ExprId(ExprId)> const& rewrite);

}  // namespace moo
