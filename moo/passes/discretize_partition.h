// Difference equations for the differential equations of a clocked partition.
#pragma once

#include <string_view>
#include <vector>

#include "moo/passes/expansion.h"

namespace moo {

// Replaces the derivatives in `equations` by variables, and adds an equation for each state that gives its value at a
// tick, according to the solver method (Modelica 3.6, section 16.8.2). With the state x, its derivative s, and the
// interval h between ticks, after the first tick:
//
//   ExplicitEuler         x = x⁻ + h s⁻
//   ExplicitMidPoint2     x = x⁻ + h f(x⁻ + h/2 s⁻)
//   ExplicitRungeKutta4   x = x⁻ + h/6 (s⁻ + 2 s2 + 2 s3 + s4), s2 = f(x⁻ + h/2 s⁻), s3 = f(x⁻ + h/2 s2), s4 = f(x⁻ + h s3)
//   ImplicitEuler         x = x⁻ + h s; also for "External", which leaves the choice to the tool
//   ImplicitTrapezoid     x = x⁻ + h/2 (s + s⁻)
//
// The stages f of the explicit methods are copies of all equations, at their own time and with their own inputs.
// Half-way stages use the mean of the inputs at both ticks; inputs that are not Real keep their value from the tick
// before.
//
// Constraints between states are differentiated first, as `reduce_index` does for the whole model.
void discretize_partition(Expansion& expansion, std::vector<SystemEquation>& equations, std::string_view method,
                          SourceSpan source);

}  // namespace moo
