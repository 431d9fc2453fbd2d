// Computes the model: as much of it as is needed, and only after a change.
#pragma once

#include "runtime/fmi/fmu_instance.h"

namespace moo::runtime::fmi {

// Makes sure that `wanted` has been computed. In Step Mode and after the end, values remain those of the last step.
[[nodiscard]] Status need(FmuInstance& fmu, Fresh wanted);

// Solves the initial equations from the current start values.
[[nodiscard]] Status solve_initial_values(FmuInstance& fmu);

// Computes everything that depends on parameters that have changed since the initialization. False if that fails.
[[nodiscard]] bool apply_tunables(Run& run);

}  // namespace moo::runtime::fmi
