// Lists the operators that have a memory or a schedule: sample, delay, spatialDistribution.
#pragma once

#include "moo/passes/pass.h"

namespace moo {

bool collect_operators(System& system, PassOptions const& options, Diagnostics& diagnostics);

}  // namespace moo
