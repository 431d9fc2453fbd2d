// The overdetermined view: the differential part of a model and its constraints on all levels.
#pragma once

#include "moo/passes/pass.h"

namespace moo {

// The equations that contain derivatives give E(x)*der(x) = k(t, x). The constraints are the other equations, on level
// 0, and those that Pantelides' algorithm has differentiated, with derivatives replaced using the differential part
// (Altmeyer, Steinbrecher: "Regularization and Numerical Simulation of Dynamical Systems Modeled with Modelica",
// section 2). `reduce_index` leaves both in the system.
//
// False after a report: an equation is not linear in its derivatives, or derivatives in a hidden constraint cannot be
// replaced.
bool describe_constraints(System& system, PassOptions const& options, Diagnostics& diagnostics);

}  // namespace moo
