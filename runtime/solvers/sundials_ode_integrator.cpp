#include "runtime/solvers/sundials_ode_integrator.h"

#include "runtime/solvers/sundials_matrix.h"

namespace moo::runtime {

int SundialsOdeIntegrator::derivatives(realtype time, N_Vector y, N_Vector ydot, void* self) {
    return to_sundials(
        from<SundialsOdeIntegrator>(self).compute_derivatives(time, N_VGetArrayPointer(y), N_VGetArrayPointer(ydot)));
}

int SundialsOdeIntegrator::roots(realtype time, N_Vector y, realtype* z, void* self) {
    return to_sundials(from<SundialsOdeIntegrator>(self).compute_crossings(time, N_VGetArrayPointer(y), z));
}

int SundialsOdeIntegrator::jacobian(realtype time, N_Vector y, N_Vector fy, SUNMatrix matrix, void* self, N_Vector,
                                    N_Vector, N_Vector) {
    auto& integrator = from<SundialsOdeIntegrator>(self);
    MooStatus const status = integrator.jacobian_.evaluate(
        N_VGetArrayPointer(y), N_VGetArrayPointer(fy), integrator.absolute_tolerance_.data(),
        [&](double const* states, double* rates) { return integrator.compute_derivatives(time, states, rates); });
    integrator.jacobian_calls_ += integrator.jacobian_.derivative_calls();
    if (status == MOO_OK) put_into(matrix, integrator.jacobian_);
    return to_sundials(status);
}

bool SundialsOdeIntegrator::set_newton(SetJacobian set_jacobian) {
    OwnedMatrix matrix = make_matrix(jacobian_, context());
    OwnedLinearSolver solver = matrix ? make_solver(y(), matrix.get(), context()) : nullptr;
    bool const is_ours = jacobian_.is_sparse() || jacobian_.is_exact();
    return set_linear_solver(std::move(matrix), std::move(solver)) &&
           (!is_ours || check(set_jacobian(memory(), jacobian), "Jacobian"));
}

}  // namespace moo::runtime
