// Clock partitions: base clocks, and the equations of each sub-partition.
//
// A partition of continuous equations is discretized by its solver method (Modelica 3.6, section 16.8.2): der(x)
// becomes a variable, and x follows from it by the formula of the method.
#pragma once

#include "moo/passes/expansion.h"

namespace moo {

void expand_partitions(Expansion& expansion, std::vector<FlatPartition> const& partitions);

}  // namespace moo
