// Which variables of a function change when some of its inputs change.
#pragma once

#include <unordered_set>

#include "moo/model/flat_model.h"

namespace moo {

// The given inputs, and the variables containing Reals whose values are computed from changing variables. May include
// some that do not actually change.
[[nodiscard]] std::unordered_set<Symbol> moving_variables(ExprStore const& store, FlatFunction const& function,
                                                          std::unordered_set<Symbol> inputs);

// The variable of the function that a reference `x`, `x[i]`, `x.a` is a part of; none for other expressions.
[[nodiscard]] Symbol root_variable(ExprStore const& store, ExprId reference);

}  // namespace moo
