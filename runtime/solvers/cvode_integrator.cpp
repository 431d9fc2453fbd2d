#include "runtime/solvers/cvode_integrator.h"

#include <cvode/cvode.h>

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

SundialsPackage const CvodeIntegrator::package{
    .free = CVodeFree,
    .set_error_handler = CVodeSetErrHandlerFn,
    .set_user_data = CVodeSetUserData,
    .set_tolerances = CVodeWFtolerances,
    .set_most_error_failures = CVodeSetMaxErrTestFails,
    .set_most_convergence_failures = CVodeSetMaxConvFails,
    .set_linear_solver = CVodeSetLinearSolver,
    .set_stop_time = CVodeSetStopTime,
    .set_roots = [](void* memory, int count) { return CVodeRootInit(memory, count, roots); },
    .set_no_inactive_root_warning = CVodeSetNoInactiveRootWarn,
    .get_current_time = CVodeGetCurrentTime,
    .get_derivative = CVodeGetDky,
    .get_local_errors = CVodeGetEstLocalErrors,
    .get_weights = CVodeGetErrWeights,
    .get_step_count = CVodeGetNumSteps,
    .get_error_failures = CVodeGetNumErrTestFails,
    .get_jacobian_count = CVodeGetNumJacEvals,
    .get_difference_calls = CVodeGetNumLinRhsEvals,
    .get_convergence_failures = CVodeGetNumNonlinSolvConvFails,
};

CvodeIntegrator::CvodeIntegrator(Instance& instance, IntegratorOptions const& options, Method method)
    : SundialsOdeIntegrator(instance, options, package), method_(method) {}

bool CvodeIntegrator::create() {
    if (!make_unknowns(instance_.model().state_count)) return false;
    instance_.get_states(unknowns());
    return adopt(CVodeCreate(method_ == Method::bdf ? CV_BDF : CV_ADAMS, context())) &&
           check(CVodeInit(memory(), derivatives, instance_.time(), y()), "start") && configure() &&
           set_newton(CVodeSetJacFn) && check(CVodeSetMaxStep(memory(), options_.max_step), "step size") &&
           check(CVodeSetMaxHnilWarns(memory(), -1), "warnings");
}

bool CvodeIntegrator::begin() {
    double const first_step = choose_first_step();
    double const growth = first_step > 0.0 ? guarded_growth : default_growth;
    jacobian_calls_ = 0;
    instance_.get_states(unknowns());
    return check(CVodeSetInitStep(memory(), first_step), "first step") &&
           check(CVodeSetEtaMaxFirstStep(memory(), growth), "first step") &&
           check(CVodeReInit(memory(), instance_.time(), y()), "restart") && set_stop();
}

int CvodeIntegrator::evolve(double* time) { return CVode(memory(), stop(), y(), time, CV_ONE_STEP); }

std::int64_t CvodeIntegrator::count_calls() const {
    long calls = 0;
    CVodeGetNumRhsEvals(memory(), &calls);
    return calls;
}

// Names a state even if the only problem is the number of steps.
std::string CvodeIntegrator::failure_text() const {
    int const flag = last_flag();
    std::string const text = flag < 0 ? describe_flag(flag) : "";
    bool const names_state = flag >= 0 || flag == CV_ERR_FAILURE || flag == CV_CONV_FAILURE;
    return names_state ? text + local_error_text() : text;
}

}  // namespace moo::runtime
