// Sorts the equations of each clocked partition. Known are previous values, values sampled from the continuous part,
// and values that noClock takes from other partitions.
#pragma once

#include "moo/passes/pass.h"

namespace moo {

bool sort_partitions(System& system, PassOptions const& options, Diagnostics& diagnostics);

}  // namespace moo
