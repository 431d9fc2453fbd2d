// The structure of the branches of an if-equation as later stages see it: what they are solved for, and what they
// depend on.
#pragma once

#include "frontend/typecheck/elaborator.h"

namespace moo {

// Whether keeping an if-equation gives the same structure as deciding it, such that only the taken branches remain:
//
// - the branches have the same number of equations, for the same left sides;
// - a branch that is not taken has no unknown or derivative that those taken do not have. It could make solvable for
//   one unknown what is an equation between states as long as the parameters have their values, and so hide that the
//   index must be reduced;
// - it calls no function without a body, and no external one without derivative if those taken do not.
[[nodiscard]] bool keeps_structure(Elaborator& elaborator, FreeVariables& free_variables, FlatEquation const& equation,
                                   std::vector<bool> const& is_taken);

}  // namespace moo
