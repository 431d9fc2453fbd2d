// Replaces parameters with settled values by literals, and collects known values of the others.
#pragma once

#include "moo/passes/pass.h"

namespace moo {

// Fills System::parameter_numbers. External functions are not called.
bool find_parameter_numbers(System& system, PassOptions const& options, Diagnostics& diagnostics);

// Replaces parameters by their settled values in equations and bindings.
bool fold_parameters(System& system, PassOptions const& options, Diagnostics& diagnostics);

}  // namespace moo
