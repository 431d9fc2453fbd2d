// Turns algorithm sections into equations by running them on expressions instead of values.
//
//   algorithm x := 1; if c then x := x + u; end if;      x = if c then 1 + u else 1
//
// Each variable that the section assigns gets one equation. Before the first assignment a variable has a value: pre of
// itself if it is discrete, previous in a clocked partition, else its start value (Modelica 3.6, section 11.1.2). A
// variable that only when-statements assign gets an instant equation. Statements after the last assignment of a
// variable read the variable itself, so that expressions stay small.
#pragma once

#include "moo/passes/expansion.h"

namespace moo {

void run_algorithm(Expansion& expansion, FlatAlgorithm const& algorithm, Section section,
                   std::vector<SystemEquation>& target);

}  // namespace moo
