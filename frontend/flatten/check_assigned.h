// Which variables algorithms may assign (Modelica 3.6, sections 4.5 and 11.2.1).
#pragma once

#include "moo/base/diagnostics.h"
#include "moo/model/flat_model.h"

namespace moo {

// Reports assignments to constants, to parameters that are not determined by initialization, and to inputs.
void check_assigned(FlatModel const& model, Interner const& interner, Diagnostics& diagnostics);

}  // namespace moo
