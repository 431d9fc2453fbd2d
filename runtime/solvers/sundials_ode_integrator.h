// The common part of the integrators of SUNDIALS for y' = f(t, y).
#pragma once

#include "runtime/solvers/state_jacobian.h"
#include "runtime/solvers/sundials_integrator.h"

namespace moo::runtime {

// The unknowns are the states.
class SundialsOdeIntegrator : public SundialsIntegrator {
protected:
    SundialsOdeIntegrator(Instance& instance, IntegratorOptions const& options, SundialsPackage const& package)
        : SundialsIntegrator(instance, options, package), jacobian_(instance) {}

    // Sets up Newton iteration. Calls `set_jacobian` of the package if our Jacobian is better than a dense one by
    // differences.
    using SetJacobian = int (*)(void* memory,
                                int (*)(realtype, N_Vector, N_Vector, SUNMatrix, void*, N_Vector, N_Vector, N_Vector));
    [[nodiscard]] bool set_newton(SetJacobian set_jacobian);

    // The callbacks.
    static int derivatives(realtype time, N_Vector y, N_Vector ydot, void* self);
    static int roots(realtype time, N_Vector y, realtype* z, void* self);

private:
    static int jacobian(realtype time, N_Vector y, N_Vector fy, SUNMatrix matrix, void* self, N_Vector, N_Vector,
                        N_Vector);

    StateJacobian jacobian_;
};

}  // namespace moo::runtime
