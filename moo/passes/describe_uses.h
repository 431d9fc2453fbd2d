// What the blocks of Eq are needed for, and the residual view of Eq.
#pragma once

#include "moo/passes/pass.h"

namespace moo {

// Fills BlockFacts::serves: blocks that neither derivatives nor zero crossings need serve outputs only, and need not be
// computed while the integrator iterates (2b of Larsson and Fritzson).
bool mark_served_blocks(System& system, PassOptions const& options, Diagnostics& diagnostics);

// Fills Document::residual_view if the options ask for that formulation.
bool describe_residuals(System& system, PassOptions const& options, Diagnostics& diagnostics);

}  // namespace moo
