// Solving a model's blocks.
#pragma once

#include "runtime/abi/model.h"
#include "runtime/math/block_system.h"

namespace moo::runtime {

// Solves for the unknowns while relations and discrete variables do not change. A failure is reported if `reports`; the
// unknowns then keep their old values. Linear equations that do not determine all unknowns are a failure unless
// `accepts_singular`.
[[nodiscard]] MooStatus solve_continuous(MooInstance* m, MooBlock const& block, BlockMemory& memory, bool reports,
                                         bool accepts_singular = true);

// Solves a block in which something switches, at initialization or an event: assumes the switches, solves, computes
// them anew, until both agree (Otter, Elmqvist, Mattsson: "Hybrid Modeling in Modelica based on the Synchronous Data
// Flow Principle", section 4.1). The present values of the switches are tried first; if this leads in a circle, a
// search follows.
[[nodiscard]] MooStatus solve_mixed(MooInstance* m, MooBlock const& block, BlockMemory& memory);

}  // namespace moo::runtime
