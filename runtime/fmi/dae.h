// The model as a DAE (FMI-LS-DAE): the importer sets the unknowns of blocks, and reads the residuals.
//
// If the importer does not set them, the blocks are solved as usual. Setting the first one in Continuous-Time Mode
// switches to the DAE; the next event switches back, because events are solved here.
#pragma once

#include "runtime/fmi/fmu_instance.h"

namespace moo::runtime::fmi {

void use_as_dae(Run& run, bool is_dae);

// Computes those of these variables that are residuals.
[[nodiscard]] Status need_residuals(FmuInstance& fmu, References references);

}  // namespace moo::runtime::fmi
