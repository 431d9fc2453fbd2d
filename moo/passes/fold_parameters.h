// Parameters whose value is settled, as literals; and a look at the values of the others.
#pragma once

#include "moo/passes/pass.h"

namespace moo {

// Fills System::parameter_numbers. External functions are not called.
bool find_parameter_numbers(System& system, PassOptions const& options, Diagnostics& diagnostics);

// Puts settled values in the place of their parameters, in equations and in bindings.
bool fold_parameters(System& system, PassOptions const& options, Diagnostics& diagnostics);

}  // namespace moo
