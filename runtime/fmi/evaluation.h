// Computing the model: as much of it as somebody asks for, and only where something has changed.
#pragma once

#include "runtime/fmi/fmu_instance.h"

namespace moo::runtime::fmi {

// In Step Mode and behind the end nothing is computed because it is asked for: values are those of the last step.
[[nodiscard]] Status need(FmuInstance& fmu, Fresh wanted);

// Solves the initial equations from the start values as they are given now.
[[nodiscard]] Status solve_initial_values(FmuInstance& fmu);

// Computes what follows from parameters that have been changed after the initialization. False if that fails.
[[nodiscard]] bool apply_tunables(Run& run);

}  // namespace moo::runtime::fmi
