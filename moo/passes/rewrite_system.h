// Replaces variables throughout a system.
#pragma once

#include <functional>

#include "moo/passes/system.h"

namespace moo {

// Applies `rewrite` to every expression that `visit_expressions` visits.
void rewrite_system(System& system, std::function<ExprId(ExprId)> const& rewrite);

}  // namespace moo
