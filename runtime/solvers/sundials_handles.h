// Owners of objects that SUNDIALS allocates.
#pragma once

#include <nvector/nvector_serial.h>
#include <sundials/sundials_linearsolver.h>
#include <sundials/sundials_matrix.h>

#include <memory>
#include <type_traits>

#include "runtime/abi/model.h"

namespace moo::runtime {

struct ContextDeleter {
    void operator()(SUNContext context) const { SUNContext_Free(&context); }
};
struct VectorDeleter {
    void operator()(N_Vector vector) const { N_VDestroy(vector); }
};
struct MatrixDeleter {
    void operator()(SUNMatrix matrix) const { SUNMatDestroy(matrix); }
};
struct LinearSolverDeleter {
    void operator()(SUNLinearSolver solver) const { SUNLinSolFree(solver); }
};

template <class Handle, class Deleter>
using Owned = std::unique_ptr<std::remove_pointer_t<Handle>, Deleter>;

using OwnedContext = Owned<SUNContext, ContextDeleter>;
using OwnedVector = Owned<N_Vector, VectorDeleter>;
using OwnedMatrix = Owned<SUNMatrix, MatrixDeleter>;
using OwnedLinearSolver = Owned<SUNLinearSolver, LinearSolverDeleter>;

// How often in a row a step may fail. Each failure makes it shorter by a factor of four to ten, so this leads from any
// step to one that does not change time; the default of seven is not enough to get from the usual steps of a circuit to
// its fastest changes.
constexpr int most_failed_tries = 40;

// The return value of a callback for a status of the model.
inline int to_sundials(MooStatus status) {
    switch (status) {
        case MOO_OK: return 0;
        case MOO_RECOVERABLE: return 1;
        case MOO_FATAL: return -1;
    }
    return -1;
}

}  // namespace moo::runtime
