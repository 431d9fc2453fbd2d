#include "runtime/solvers/cvode_integrator.h"

#include <cvode/cvode.h>

#include <algorithm>

#include "runtime/solvers/sundials_matrix.h"

namespace moo::runtime {

namespace {

// How fast the first step after an event may grow.
constexpr double guarded_growth = 10.0;
constexpr double default_growth = 1e4;

char const* describe_flag(int flag) {
    switch (flag) {
        case CV_TOO_MUCH_ACC: return "the tolerance is too small for the arithmetic";
        case CV_ERR_FAILURE: return "no step is short enough for the tolerance";
        case CV_CONV_FAILURE: return "the equations of a step cannot be solved, however short it is";
        case CV_LSETUP_FAIL:
        case CV_LSOLVE_FAIL: return "the linear equations of a step cannot be solved";
        case CV_RHSFUNC_FAIL:
        case CV_FIRST_RHSFUNC_ERR:
        case CV_REPTD_RHSFUNC_ERR:
        case CV_UNREC_RHSFUNC_ERR:
        case CV_RTFUNC_FAIL: return "the derivatives cannot be computed";
        default: return "the solver gave up";
    }
}

}  // namespace

void CvodeIntegrator::MemoryDeleter::operator()(void* memory) const { CVodeFree(&memory); }

CvodeIntegrator::CvodeIntegrator(Instance& instance, IntegratorOptions const& options, Method method)
    : SteppingIntegrator(instance, options), method_(method), jacobian_(instance) {}

int CvodeIntegrator::derivatives(realtype time, N_Vector y, N_Vector ydot, void* self) {
    return to_sundials(static_cast<CvodeIntegrator*>(self)->compute_derivatives(time, N_VGetArrayPointer(y),
                                                                                N_VGetArrayPointer(ydot)));
}

int CvodeIntegrator::roots(realtype time, N_Vector y, realtype* z, void* self) {
    return to_sundials(static_cast<CvodeIntegrator*>(self)->compute_crossings(time, N_VGetArrayPointer(y), z));
}

int CvodeIntegrator::weights(N_Vector y, N_Vector weight, void* self) {
    auto const* integrator = static_cast<CvodeIntegrator const*>(self);
    double now = integrator->instance_.time();
    if (CVodeGetCurrentTime(integrator->cvode_.get(), &now) < 0) now = integrator->instance_.time();
    return integrator->compute_weights(now, N_VGetArrayPointer(y), N_VGetArrayPointer(weight)) ? 0 : -1;
}

int CvodeIntegrator::jacobian(realtype time, N_Vector y, N_Vector fy, SUNMatrix matrix, void* self, N_Vector, N_Vector,
                              N_Vector) {
    auto* integrator = static_cast<CvodeIntegrator*>(self);
    MooStatus const status = integrator->jacobian_.evaluate(
        N_VGetArrayPointer(y), N_VGetArrayPointer(fy), integrator->absolute_tolerance_.data(),
        [&](double const* states, double* rates) { return integrator->compute_derivatives(time, states, rates); });
    integrator->jacobian_derivatives_ += integrator->jacobian_.derivative_calls();
    if (status == MOO_OK) put_into(matrix, integrator->jacobian_);
    return to_sundials(status);
}

void CvodeIntegrator::keep_error(int code, char const*, char const*, char* text, void* self) {
    if (code < 0) static_cast<CvodeIntegrator*>(self)->last_error_ = text;
}

bool CvodeIntegrator::check(int flag, char const* doing) {
    if (flag >= 0) return true;
    instance_.messages().report(MessageSeverity::error, "cannot set up the integrator (" + std::string(doing) + "): " +
                                                            (last_error_.empty() ? "out of memory" : last_error_));
    return false;
}

bool CvodeIntegrator::create() {
    auto const size = static_cast<sunindextype>(instance_.model().state_count);
    SUNContext context = nullptr;
    if (SUNContext_Create(nullptr, &context) != 0) return check(CV_MEM_FAIL, "context");
    context_.reset(context);
    y_.reset(N_VNew_Serial(size, context));
    matrix_ = make_matrix(jacobian_, context);
    if (!y_ || !matrix_) return check(CV_MEM_FAIL, "vectors");
    linear_solver_ = make_solver(y_.get(), matrix_.get(), context);
    cvode_.reset(CVodeCreate(method_ == Method::bdf ? CV_BDF : CV_ADAMS, context));
    if (!linear_solver_ || !cvode_) return check(CV_MEM_FAIL, "solver");
    return configure();
}

bool CvodeIntegrator::configure() {
    MooModel const& model = instance_.model();
    void* cvode = cvode_.get();
    instance_.get_states(N_VGetArrayPointer(y_.get()));
    return check(CVodeSetErrHandlerFn(cvode, keep_error, this), "error handler") &&
           check(CVodeInit(cvode, derivatives, instance_.time(), y_.get()), "start") &&
           check(CVodeSetUserData(cvode, this), "data") && check(CVodeWFtolerances(cvode, weights), "tolerances") &&
           check(CVodeSetLinearSolver(cvode, linear_solver_.get(), matrix_.get()), "linear solver") &&
           (!(jacobian_.is_sparse() || jacobian_.is_exact()) || check(CVodeSetJacFn(cvode, jacobian), "Jacobian")) &&
           check(CVodeSetMaxStep(cvode, options_.max_step), "step size") &&
           check(CVodeSetMaxErrTestFails(cvode, most_failed_tries), "failures") &&
           check(CVodeSetMaxConvFails(cvode, most_failed_tries), "failures") &&
           check(CVodeSetMaxHnilWarns(cvode, -1), "warnings") &&
           (model.crossing_count == 0 ||
            (check(CVodeRootInit(cvode, static_cast<int>(model.crossing_count), roots), "roots") &&
             check(CVodeSetNoInactiveRootWarn(cvode), "roots")));
}

bool CvodeIntegrator::begin() {
    void* cvode = cvode_.get();
    double const first_step = choose_first_step();
    double const growth = first_step > 0.0 ? guarded_growth : default_growth;
    jacobian_derivatives_ = 0;
    instance_.get_states(N_VGetArrayPointer(y_.get()));
    return check(CVodeSetInitStep(cvode, first_step), "first step") &&
           check(CVodeSetEtaMaxFirstStep(cvode, growth), "first step") &&
           check(CVodeReInit(cvode, instance_.time(), y_.get()), "restart") &&
           (stop() <= instance_.time() || check(CVodeSetStopTime(cvode, stop()), "stop time"));
}

bool CvodeIntegrator::move_stop() { return check(CVodeSetStopTime(cvode_.get(), stop()), "stop time"); }

SteppingIntegrator::Step CvodeIntegrator::step() {
    double time = instance_.time();
    last_flag_ = CVode(cvode_.get(), stop(), y_.get(), &time, CV_ONE_STEP);
    if (last_flag_ < 0) return {StepResult::failed, time};
    if (last_flag_ != CV_ROOT_RETURN) return {StepResult::stepped, time};
    double reached = time;
    if (CVodeGetCurrentTime(cvode_.get(), &reached) < 0) reached = time;
    return {StepResult::crossing, leave_border(time, reached)};
}

bool CvodeIntegrator::interpolate(double time, double* states) {
    if (CVodeGetDky(cvode_.get(), time, 0, y_.get()) != CV_SUCCESS) return false;
    std::copy_n(N_VGetArrayPointer(y_.get()), instance_.model().state_count, states);
    return true;
}

std::string CvodeIntegrator::failure_text() const {
    std::string text = last_flag_ < 0 ? describe_flag(last_flag_) : "";
    bool const names_state = last_flag_ >= 0 || last_flag_ == CV_ERR_FAILURE || last_flag_ == CV_CONV_FAILURE;
    OwnedVector const error(N_VClone(y_.get()));
    OwnedVector const weight(N_VClone(y_.get()));
    if (!names_state || !error || !weight || CVodeGetEstLocalErrors(cvode_.get(), error.get()) < 0 ||
        CVodeGetErrWeights(cvode_.get(), weight.get()) < 0) {
        return text;
    }
    return text + largest_error_text(N_VGetArrayPointer(error.get()), N_VGetArrayPointer(weight.get()));
}

void CvodeIntegrator::add_work(IntegratorStatistics& sum) const {
    long steps = 0;
    long derivative_calls = 0;
    long jacobian_calls = 0;
    long difference_calls = 0;
    long error_test_failures = 0;
    long convergence_failures = 0;
    void* cvode = cvode_.get();
    if (CVodeGetNumSteps(cvode, &steps) < 0 || steps == 0) return;
    CVodeGetNumRhsEvals(cvode, &derivative_calls);
    CVodeGetNumJacEvals(cvode, &jacobian_calls);
    CVodeGetNumLinRhsEvals(cvode, &difference_calls);
    CVodeGetNumErrTestFails(cvode, &error_test_failures);
    CVodeGetNumNonlinSolvConvFails(cvode, &convergence_failures);
    sum.steps += steps;
    sum.derivative_calls += derivative_calls + difference_calls + jacobian_derivatives_;
    sum.jacobian_calls += jacobian_calls;
    sum.error_test_failures += error_test_failures;
    sum.convergence_failures += convergence_failures;
}

}  // namespace moo::runtime
