// The overdetermined view: the differential part of a model and its constraints on all levels.
#pragma once

#include "moo/passes/pass.h"

namespace moo {

// E(x)*der(x) = k(t, x) from the equations that contain derivatives, and the constraints: the other equations on level
// 0, and what Pantelides' algorithm has differentiated, with derivatives replaced by what the differential part says of
// them (Altmeyer, Steinbrecher: "Regularization and Numerical Simulation of Dynamical Systems Modeled with Modelica",
// section 2). `reduce_index` leaves both behind.
//
// False if an equation is not linear in its derivatives, or if a hidden constraint cannot be freed of them; reported.
bool describe_constraints(System& system, PassOptions const& options, Diagnostics& diagnostics);

}  // namespace moo
