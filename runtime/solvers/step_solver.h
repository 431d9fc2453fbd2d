// The linear equations of an implicit step with a sparse matrix, however large.
#pragma once

#include "runtime/solvers/sundials_handles.h"

namespace moo::runtime {

// A solver of SUNDIALS. If the factors of the matrix remain small, KLU factorizes it. For a plane or spatial grid the
// factors fill up, and the time to compute them grows faster than the model; then GMRES iterates with incomplete
// factors. If that does not converge, the matrix is factorized, then and from then on.
[[nodiscard]] OwnedLinearSolver make_step_solver(N_Vector vector, SUNMatrix matrix, SUNContext context);

// Whether such a solver iterates at present.
[[nodiscard]] bool is_iterating(SUNLinearSolver solver);

}  // namespace moo::runtime
