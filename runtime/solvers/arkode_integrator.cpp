#include "runtime/solvers/arkode_integrator.h"

#include <arkode/arkode_arkstep.h>

#include <algorithm>
#include <array>

#include "runtime/solvers/sundials_matrix.h"

namespace moo::runtime {

namespace {

struct TableDeleter {
    void operator()(ARKodeButcherTable table) const { ARKodeButcherTable_Free(table); }
};
using OwnedTable = Owned<ARKodeButcherTable, TableDeleter>;

OwnedTable make_table(ArkodeIntegrator::Method method) {
    using Method = ArkodeIntegrator::Method;
    switch (method) {
        case Method::euler: {
            double zero = 0.0;
            double one = 1.0;
            return OwnedTable(ARKodeButcherTable_Create(1, 1, 0, &zero, &zero, &one, nullptr));
        }
        case Method::rk4: {
            std::array<double, 4> c{0.0, 0.5, 0.5, 1.0};
            std::array<double, 16> a{0.0, 0.0, 0.0, 0.0, 0.5, 0.0, 0.0, 0.0, 0.0, 0.5, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0};
            std::array<double, 4> b{1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6};
            return OwnedTable(ARKodeButcherTable_Create(4, 4, 0, c.data(), a.data(), b.data(), nullptr));
        }
        case Method::heun: return OwnedTable(ARKodeButcherTable_LoadERK(ARKODE_HEUN_EULER_2_1_2));
        case Method::bogacki_shampine: return OwnedTable(ARKodeButcherTable_LoadERK(ARKODE_BOGACKI_SHAMPINE_4_2_3));
        case Method::dormand_prince: return OwnedTable(ARKodeButcherTable_LoadERK(ARKODE_DORMAND_PRINCE_7_4_5));
        case Method::esdirk4: return OwnedTable(ARKodeButcherTable_LoadDIRK(ARKODE_ESDIRK436L2SA_6_3_4));
        case Method::esdirk5: return OwnedTable(ARKodeButcherTable_LoadDIRK(ARKODE_ESDIRK547L2SA_7_4_5));
    }
    return nullptr;
}

}  // namespace

void ArkodeIntegrator::MemoryDeleter::operator()(void* memory) const { ARKStepFree(&memory); }

ArkodeIntegrator::ArkodeIntegrator(Instance& instance, IntegratorOptions const& options, Method method,
                                   StepKind step_kind)
    : SteppingIntegrator(instance, options), method_(method), step_kind_(step_kind), jacobian_(instance) {}

int ArkodeIntegrator::derivatives(realtype time, N_Vector y, N_Vector ydot, void* self) {
    return to_sundials(static_cast<ArkodeIntegrator*>(self)->compute_derivatives(time, N_VGetArrayPointer(y),
                                                                                 N_VGetArrayPointer(ydot)));
}

int ArkodeIntegrator::roots(realtype time, N_Vector y, realtype* z, void* self) {
    return to_sundials(static_cast<ArkodeIntegrator*>(self)->compute_crossings(time, N_VGetArrayPointer(y), z));
}

int ArkodeIntegrator::weights(N_Vector y, N_Vector weight, void* self) {
    auto const* integrator = static_cast<ArkodeIntegrator const*>(self);
    double now = integrator->instance_.time();
    if (integrator->arkode_ && ARKStepGetCurrentTime(integrator->arkode_.get(), &now) < 0) {
        now = integrator->instance_.time();
    }
    return integrator->compute_weights(now, N_VGetArrayPointer(y), N_VGetArrayPointer(weight)) ? 0 : -1;
}

int ArkodeIntegrator::jacobian(realtype time, N_Vector y, N_Vector fy, SUNMatrix matrix, void* self, N_Vector, N_Vector,
                               N_Vector) {
    auto* integrator = static_cast<ArkodeIntegrator*>(self);
    MooStatus const status = integrator->jacobian_.evaluate(
        N_VGetArrayPointer(y), N_VGetArrayPointer(fy), integrator->absolute_tolerance_.data(),
        [&](double const* states, double* rates) { return integrator->compute_derivatives(time, states, rates); });
    integrator->jacobian_derivatives_ += integrator->jacobian_.derivative_calls();
    if (status == MOO_OK) put_into(matrix, integrator->jacobian_);
    return to_sundials(status);
}

void ArkodeIntegrator::keep_error(int code, char const*, char const*, char* text, void* self) {
    if (code < 0) static_cast<ArkodeIntegrator*>(self)->last_error_ = text;
}

bool ArkodeIntegrator::check(int flag, char const* doing) {
    if (flag >= 0) return true;
    instance_.messages().report(MessageSeverity::error, "cannot set up the integrator (" + std::string(doing) + "): " +
                                                            (last_error_.empty() ? "out of memory" : last_error_));
    return false;
}

bool ArkodeIntegrator::create() {
    MooModel const& model = instance_.model();
    SUNContext context = nullptr;
    if (SUNContext_Create(nullptr, &context) != 0) return check(ARK_MEM_FAIL, "context");
    context_.reset(context);
    y_.reset(N_VNew_Serial(static_cast<sunindextype>(model.state_count), context));
    if (!y_) return check(ARK_MEM_FAIL, "vectors");
    instance_.get_states(N_VGetArrayPointer(y_.get()));
    arkode_.reset(ARKStepCreate(explicit_part(), implicit_part(), instance_.time(), y_.get(), context));
    if (!arkode_) return check(ARK_MEM_FAIL, "solver");
    void* arkode = arkode_.get();
    return check(ARKStepSetErrHandlerFn(arkode, keep_error, this), "error handler") &&
           check(ARKStepSetUserData(arkode, this), "data") &&
           check(ARKStepWFtolerances(arkode, weights), "tolerances") && set_table() &&
           check(ARKStepSetMaxErrTestFails(arkode, most_failed_tries), "failures") &&
           check(ARKStepSetMaxConvFails(arkode, most_failed_tries), "failures") && (!is_implicit() || set_newton()) &&
           (!has_fixed_step() || check(ARKStepSetFixedStep(arkode, options_.fixed_step), "step size")) &&
           (has_fixed_step() || check(ARKStepSetMaxStep(arkode, options_.max_step), "step size")) &&
           (model.crossing_count == 0 ||
            (check(ARKStepRootInit(arkode, static_cast<int>(model.crossing_count), roots), "roots") &&
             check(ARKStepSetNoInactiveRootWarn(arkode), "roots")));
}

bool ArkodeIntegrator::set_table() {
    OwnedTable const table = make_table(method_);
    if (!table) return check(ARK_MEM_FAIL, "method");
    ARKodeButcherTable const explicit_table = is_implicit() ? nullptr : table.get();
    ARKodeButcherTable const implicit_table = is_implicit() ? table.get() : nullptr;
    int const q = table->q;
    int const p = table->p;
    return check(ARKStepSetTables(arkode_.get(), q, p, implicit_table, explicit_table), "method");
}

bool ArkodeIntegrator::set_newton() {
    void* arkode = arkode_.get();
    matrix_ = make_matrix(jacobian_, context_.get());
    if (!matrix_) return check(ARK_MEM_FAIL, "matrix");
    linear_solver_ = make_solver(y_.get(), matrix_.get(), context_.get());
    if (!linear_solver_) return check(ARK_MEM_FAIL, "linear solver");
    // Derivatives at both ends, of which the other interpolation is made, amplify errors of stiff models.
    return check(ARKStepSetInterpolantType(arkode, ARK_INTERP_LAGRANGE), "interpolation") &&
           // Derivatives of stages follow from their equations; computed anew, they would be errors times stiffness.
           check(ARKStepSetDeduceImplicitRhs(arkode, SUNTRUE), "iteration") &&
           // With factors of another step the iteration ends too far from the solution for a stiff model.
           check(ARKStepSetLSetupFrequency(arkode, 1), "iteration") &&
           check(ARKStepSetNonlinConvCoef(arkode, 0.01), "iteration") &&
           check(ARKStepSetLinearSolver(arkode, linear_solver_.get(), matrix_.get()), "linear solver") &&
           check(ARKStepSetJacEvalFrequency(arkode, 1), "iteration") &&
           (!(jacobian_.is_sparse() || jacobian_.is_exact()) || check(ARKStepSetJacFn(arkode, jacobian), "Jacobian"));
}

bool ArkodeIntegrator::begin() {
    void* arkode = arkode_.get();
    double const first_step = has_fixed_step() ? 0.0 : choose_first_step();
    jacobian_derivatives_ = 0;
    instance_.get_states(N_VGetArrayPointer(y_.get()));
    return check(ARKStepReInit(arkode, explicit_part(), implicit_part(), instance_.time(), y_.get()), "restart") &&
           (has_fixed_step() || check(ARKStepSetInitStep(arkode, first_step), "first step")) &&
           (stop() <= instance_.time() || check(ARKStepSetStopTime(arkode, stop()), "stop time"));
}

bool ArkodeIntegrator::move_stop() { return check(ARKStepSetStopTime(arkode_.get(), stop()), "stop time"); }

SteppingIntegrator::Step ArkodeIntegrator::step() {
    double time = instance_.time();
    last_flag_ = ARKStepEvolve(arkode_.get(), stop(), y_.get(), &time, ARK_ONE_STEP);
    if (last_flag_ < 0) return {StepResult::failed, time};
    if (last_flag_ != ARK_ROOT_RETURN) return {StepResult::stepped, time};
    double reached = time;
    if (ARKStepGetCurrentTime(arkode_.get(), &reached) < 0) reached = time;
    return {StepResult::crossing, leave_border(time, reached)};
}

bool ArkodeIntegrator::interpolate(double time, double* states) {
    if (ARKStepGetDky(arkode_.get(), time, 0, y_.get()) != ARK_SUCCESS) return false;
    std::copy_n(N_VGetArrayPointer(y_.get()), instance_.model().state_count, states);
    return true;
}

std::string ArkodeIntegrator::failure_text() const {
    if (last_flag_ >= 0) return "";
    if (last_flag_ == ARK_CONV_FAILURE) return "the equations of a step cannot be solved, however short it is";
    if (last_flag_ != ARK_ERR_FAILURE) return "the derivatives cannot be computed";
    std::string const text = "no step is short enough for the tolerance";
    OwnedVector const error(N_VClone(y_.get()));
    OwnedVector const weight(N_VClone(y_.get()));
    if (!error || !weight || ARKStepGetEstLocalErrors(arkode_.get(), error.get()) < 0 ||
        ARKStepGetErrWeights(arkode_.get(), weight.get()) < 0) {
        return text;
    }
    return text + largest_error_text(N_VGetArrayPointer(error.get()), N_VGetArrayPointer(weight.get()));
}

void ArkodeIntegrator::add_work(IntegratorStatistics& sum) const {
    long steps = 0;
    long explicit_calls = 0;
    long implicit_calls = 0;
    long jacobian_calls = 0;
    long difference_calls = 0;
    long error_test_failures = 0;
    long convergence_failures = 0;
    void* arkode = arkode_.get();
    if (ARKStepGetNumSteps(arkode, &steps) < 0 || steps == 0) return;
    ARKStepGetNumRhsEvals(arkode, &explicit_calls, &implicit_calls);
    ARKStepGetNumErrTestFails(arkode, &error_test_failures);
    if (is_implicit()) {
        ARKStepGetNumJacEvals(arkode, &jacobian_calls);
        ARKStepGetNumLinRhsEvals(arkode, &difference_calls);
        ARKStepGetNumNonlinSolvConvFails(arkode, &convergence_failures);
    }
    sum.steps += steps;
    sum.derivative_calls += explicit_calls + implicit_calls + difference_calls + jacobian_derivatives_;
    sum.jacobian_calls += jacobian_calls;
    sum.error_test_failures += error_test_failures;
    sum.convergence_failures += convergence_failures;
}

}  // namespace moo::runtime
