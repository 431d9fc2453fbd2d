// Splits flat equations and algorithms into equalities that always hold, equalities of the initialization, instant
// equations, and those of clocks. Assertions and calls go to the assertions and actions of the document.
#pragma once

#include "moo/passes/pass.h"

namespace moo {

bool expand_equations(System& system, PassOptions const& options, Diagnostics& diagnostics);

}  // namespace moo
