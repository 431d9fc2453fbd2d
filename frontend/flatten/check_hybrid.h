// The rules about when-equations, reinit and discrete variables that can be checked on the flat model (Modelica 3.6,
// sections 8.3.4 to 8.3.6, 8.4 and 11.2.7).
#pragma once

#include "moo/base/diagnostics.h"
#include "moo/model/flat_model.h"

namespace moo {

// Reports when-equations in wrong places or of wrong form, if-equations whose branches have different numbers of
// equations, and variables that are assigned in several places.
void check_hybrid(FlatModel const& model, Interner const& interner, Diagnostics& diagnostics);

}  // namespace moo
