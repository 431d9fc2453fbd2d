// Turns `when initial()` into initial equations.
#pragma once

#include "moo/model/flat_model.h"

namespace moo {

// A when-equation whose only condition is `initial()` becomes initial equations, and `x = pre(x)` for each variable
// that it assigns; `reinit(x, e)` in it becomes `x = e`. An algorithm that consists of such a when-statement becomes an
// initial algorithm in the same way.
void split_initial_when(FlatModel& model);

}  // namespace moo
