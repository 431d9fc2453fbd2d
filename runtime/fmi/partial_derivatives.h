// Partial derivatives of the variables of an FMU: by the formulas of the model, or by differences if it has none.
#pragma once

#include <span>

#include "runtime/fmi/fmu_instance.h"

namespace moo::runtime::fmi {

// sensitivity = J seed, where J is the matrix of the derivatives of the unknowns by the knowns.
[[nodiscard]] Status directional_derivative(FmuInstance& fmu, References unknowns, References knowns,
                                            std::span<double const> seed, std::span<double> sensitivity);
// sensitivity = seed' J.
[[nodiscard]] Status adjoint_derivative(FmuInstance& fmu, References unknowns, References knowns,
                                        std::span<double const> seed, std::span<double> sensitivity);

}  // namespace moo::runtime::fmi
