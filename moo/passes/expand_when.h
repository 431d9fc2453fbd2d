// When-equations as instant equations.
//
//   when {c, d} then a = x; end when                       a = x when c or d becomes true
//   when c then a = x; elsewhen d then a = y; end when     a = if edge(c) then x else y when c or d becomes true
//
// If `edge` needs a variable, a generated one takes the value of the condition.
#pragma once

#include "moo/passes/expansion.h"

namespace moo {

void expand_when(Expansion& expansion, FlatEquation const& when);

}  // namespace moo
