// Solving a model's blocks.
#pragma once

#include "runtime/abi/model.h"
#include "runtime/math/block_system.h"

namespace moo::runtime {

// Solves for the unknowns while relations and discrete variables stay as they are. A failure is reported if
// `reports`; the unknowns then are what they were. Linear equations that leave unknowns open are a failure unless
// `accepts_singular`.
[[nodiscard]] MooStatus solve_continuous(MooInstance* m, MooBlock const& block, BlockMemory& memory, bool reports,
                                         bool accepts_singular = true);

// Solves a block in which something switches, at initialization or an event: assumes the switches, solves, computes
// them anew, until both agree (Otter, Elmqvist, Mattsson: "Hybrid Modeling in Modelica based on the Synchronous Data
// Flow Principle", section 4.1). The switches as they are come first; if they lead in a circle, a search follows.
[[nodiscard]] MooStatus solve_mixed(MooInstance* m, MooBlock const& block, BlockMemory& memory);

}  // namespace moo::runtime
