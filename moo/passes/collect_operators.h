// Lists the operators with a memory or a clock of their own: sample, delay, spatialDistribution.
#pragma once

#include "moo/passes/pass.h"

namespace moo {

bool collect_operators(System& system, PassOptions const& options, Diagnostics& diagnostics);

}  // namespace moo
