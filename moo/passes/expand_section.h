// The equations of one section: those that always hold, those of the initialization, or those of a clock.
//
//   if c then a = x; else a = y; end if      a = if c then x else y
//   if c then a = x; else y = b; end if      0 = if c then a - x else y - b
#pragma once

#include "moo/passes/expansion.h"

namespace moo {

void expand_section(Expansion& expansion, std::vector<FlatEquation> const& equations, Section section,
                    std::vector<SystemEquation>& target);

}  // namespace moo
