// Matrices of SUNDIALS for the Jacobians of a model.
#pragma once

#include "runtime/solvers/state_jacobian.h"
#include "runtime/solvers/sundials_handles.h"

namespace moo::runtime {

// A sparse matrix, column by column; its places are filled in by `put_places`.
[[nodiscard]] OwnedMatrix make_matrix(ColouredPattern const& pattern, SUNContext context);
// Fills in the pattern again, because SUNDIALS may have cleared it.
void put_places(ColouredPattern const& pattern, SUNMatrix matrix);

// A matrix and a solver that are suitable for the model.
[[nodiscard]] OwnedMatrix make_matrix(StateJacobian const& jacobian, SUNContext context);
[[nodiscard]] OwnedLinearSolver make_solver(N_Vector vector, SUNMatrix matrix, SUNContext context);
// Copies the entries.
void put_into(SUNMatrix matrix, StateJacobian const& jacobian);

}  // namespace moo::runtime
