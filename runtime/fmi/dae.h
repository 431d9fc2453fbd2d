// The model as a DAE (FMI-LS-DAE): the unknowns of blocks come from the importer, who asks how large the residuals are.
//
// An importer that knows nothing of this never sets them, and the blocks are solved as ever. Setting the first one in
// Continuous-Time Mode turns over to the DAE, and the next event turns back: events are solved here.
#pragma once

#include "runtime/fmi/fmu_instance.h"

namespace moo::runtime::fmi {

void use_as_dae(Run& run, bool is_dae);

// Computes the residuals that are among these variables.
[[nodiscard]] Status need_residuals(FmuInstance& fmu, References references);

}  // namespace moo::runtime::fmi
