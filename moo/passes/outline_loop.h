// Loops of algorithm sections that cannot be unrolled, as generated functions.
//
//   while x < u loop x := 2*x; end while      x = _loop1(x, u), where the argument x is what x holds before
#pragma once

#include <functional>
#include <optional>

#include "moo/passes/expansion.h"

namespace moo {

// What each variable that the loop assigns holds behind it. `read` gives the value that an expression has before the
// loop. None after a report.
std::optional<std::vector<std::pair<VarId, ExprId>>> outline_loop(Expansion& expansion, FlatStatement const& loop,
                                                                  std::function<ExprId(ExprId)> const& read);

}  // namespace moo
