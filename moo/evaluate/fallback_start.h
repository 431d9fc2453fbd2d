// What a variable starts with if the model says nothing.
#pragma once

#include "moo/expr/store.h"
#include "moo/model/variable.h"

namespace moo {

// The fallback value of the language (Modelica 3.7, section 4.9): of numbers the one next to zero between `min` and
// `max`, as far as those are literals; of an enumeration its least literal, as a number; else zero.
[[nodiscard]] double fallback_start(ExprStore const& exprs, Variable const& variable);

}  // namespace moo
