// Sorts parameters and constants so that each comes after those that it depends on.
#pragma once

#include "moo/passes/pass.h"

namespace moo {

bool order_parameters(System& system, PassOptions const& options, Diagnostics& diagnostics);

}  // namespace moo
