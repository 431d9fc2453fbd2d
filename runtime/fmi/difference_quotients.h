// Partial derivatives by differences, where the model has no formulas: of the initial system and of assignments at
// events, with respect to parameters, discrete inputs and time.
#pragma once

#include <span>

#include "runtime/fmi/fmu_instance.h"

namespace moo::runtime::fmi {

// The derivatives of the unknowns with respect to the slot of a known element, or to time.
[[nodiscard]] Status difference(FmuInstance& fmu, References unknowns, MooFmuElement const& known,
                                std::span<double> column);

}  // namespace moo::runtime::fmi
