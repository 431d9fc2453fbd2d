// Which variables of a function move when some of its inputs do.
#pragma once

#include <unordered_set>

#include "moo/model/flat_model.h"

namespace moo {

// The given inputs, and the variables with Reals in them that take values computed from moving variables. May hold
// some that do not move after all.
[[nodiscard]] std::unordered_set<Symbol> moving_variables(ExprStore const& store, FlatFunction const& function,
                                                          std::unordered_set<Symbol> inputs);

// The variable of the function that a reference `x`, `x[i]`, `x.a` is a part of; none for other expressions.
[[nodiscard]] Symbol root_variable(ExprStore const& store, ExprId reference);

}  // namespace moo
