// Parameters whose value is settled, as literals; and a look at the values of the others.
#pragma once

#include "moo/base/interner.h"
#include "moo/model/flat_model.h"
#include "moo/passes/pipeline.h"

namespace moo {

// External functions are not called.
[[nodiscard]] ParameterNumbers find_parameter_numbers(FlatModel& model, Interner& interner);

// Puts settled values in the place of their parameters, in equations and in bindings.
bool fold_parameters(System& system, PassOptions const& options, Diagnostics& diagnostics);

}  // namespace moo
