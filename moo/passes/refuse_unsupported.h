// Reports operators that later passes do not support, so that they are not treated wrongly.
#pragma once

#include "moo/passes/pass.h"

namespace moo {

bool refuse_unsupported(System& system, PassOptions const& options, Diagnostics& diagnostics);

}  // namespace moo
