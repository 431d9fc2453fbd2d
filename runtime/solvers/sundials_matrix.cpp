#include "runtime/solvers/sundials_matrix.h"

#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunmatrix/sunmatrix_sparse.h>

#include <algorithm>

#include "runtime/solvers/step_solver.h"

namespace moo::runtime {

OwnedMatrix make_matrix(ColouredPattern const& pattern, SUNContext context) {
    auto const size = static_cast<sunindextype>(pattern.size());
    return OwnedMatrix(SUNSparseMatrix(size, size, static_cast<sunindextype>(pattern.rows().size()), CSC_MAT, context));
}

void put_places(ColouredPattern const& pattern, SUNMatrix matrix) {
    std::copy(pattern.starts().begin(), pattern.starts().end(), SM_INDEXPTRS_S(matrix));
    std::copy(pattern.rows().begin(), pattern.rows().end(), SM_INDEXVALS_S(matrix));
}

OwnedMatrix make_matrix(StateJacobian const& jacobian, SUNContext context) {
    if (jacobian.is_sparse()) return make_matrix(jacobian.pattern(), context);
    auto const size = static_cast<sunindextype>(jacobian.size());
    return OwnedMatrix(SUNDenseMatrix(size, size, context));
}

OwnedLinearSolver make_solver(N_Vector vector, SUNMatrix matrix, SUNContext context) {
    if (SUNMatGetID(matrix) == SUNMATRIX_SPARSE) return make_step_solver(vector, matrix, context);
    return OwnedLinearSolver(SUNLinSol_Dense(vector, matrix, context));
}

void put_into(SUNMatrix matrix, StateJacobian const& jacobian) {
    if (jacobian.is_sparse()) put_places(jacobian.pattern(), matrix);
    std::copy(jacobian.entries().begin(), jacobian.entries().end(),
              jacobian.is_sparse() ? SM_DATA_S(matrix) : SM_DATA_D(matrix));
}

}  // namespace moo::runtime
