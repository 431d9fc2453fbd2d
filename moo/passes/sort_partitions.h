// Sorts the equations of each clocked partition. Known are previous values, what sample brings from the continuous
// part, and what noClock takes from other partitions.
#pragma once

#include "moo/passes/pass.h"

namespace moo {

bool sort_partitions(System& system, PassOptions const& options, Diagnostics& diagnostics);

}  // namespace moo
