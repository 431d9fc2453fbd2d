// Partial derivatives by differences, where the model has no formulas: of the initial system, of what events assign, by
// parameters, discrete inputs and time.
#pragma once

#include <span>

#include "runtime/fmi/fmu_instance.h"

namespace moo::runtime::fmi {

// Of the unknowns by what the slot of a known element holds, or by time.
[[nodiscard]] Status difference(FmuInstance& fmu, References unknowns, MooFmuElement const& known,
                                std::span<double> column);

}  // namespace moo::runtime::fmi
