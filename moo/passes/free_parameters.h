// Parameters that the initialization determines.
#pragma once

#include "moo/passes/pass.h"

namespace moo {

// A parameter with `fixed = false` is an unknown of the initial system, and so is every parameter whose value depends
// on one: their bindings become initial equations.
bool free_parameters(System& system, PassOptions const& options, Diagnostics& diagnostics);

// Whether the initial system determines it.
[[nodiscard]] inline bool is_free_parameter(ExprStore const& exprs, Variable const& variable) {
    ExprId const fixed = variable.attribute(Attribute::fixed);
    return variable.variability == Variability::parameter && fixed && exprs.is_boolean(fixed, false);
}

}  // namespace moo
