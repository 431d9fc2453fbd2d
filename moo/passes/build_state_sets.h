// State sets: choices of states that are made while the simulation runs.
#pragma once

#include <span>

#include "moo/passes/differential_graph.h"
#include "moo/structure/dummy_derivatives.h"

namespace moo {

// For each choice: generated states s = A*x with the candidates x and a selection matrix A of discrete Integers,
//
//     s[j] = sum_i A[j,i]*x[i]        der(s[j]) = sum_i A[j,i]*x'[i]
//
// as equations, and the set with its constraints and their Jacobian in the document (Mattsson, Olsson, Elmqvist:
// "Dynamic Selection of States in Dymola", section 4). Called when derivatives have become variables.
void build_state_sets(System& system, DifferentialGraph& graph, std::span<StateChoice const> choices);

}  // namespace moo
