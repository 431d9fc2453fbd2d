// Turns loops of algorithm sections that cannot be unrolled into generated functions.
//
//   while x < u loop x := 2*x; end while      x = _loop1(x, u), where the argument x is the value of x before the loop
#pragma once

#include <functional>
#include <optional>

#include "moo/passes/expansion.h"

namespace moo {

// Returns the value after the loop of each variable that the loop assigns. `read` gives the value of an expression
// before the loop. Nullopt after a report.
std::optional<std::vector<std::pair<VarId, ExprId>>> outline_loop(Expansion& expansion, FlatStatement const& loop,
                                                                  std::function<ExprId(ExprId)> const& read);

}  // namespace moo
