// Sorts parameters and constants so that each is computed after those it depends on.
#pragma once

#include "moo/passes/pass.h"

namespace moo {

bool order_parameters(System& system, PassOptions const& options, Diagnostics& diagnostics);

}  // namespace moo
