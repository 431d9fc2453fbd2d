// Names operators that the passes behind cannot treat yet, instead of treating them wrongly.
#pragma once

#include "moo/passes/pass.h"

namespace moo {

bool refuse_unsupported(System& system, PassOptions const& options, Diagnostics& diagnostics);

}  // namespace moo
