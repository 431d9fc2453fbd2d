#include "runtime/solvers/cvode_integrator.h"

#include <cvode/cvode.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "runtime/results/number_text.h"
#include "runtime/solvers/stateless_integrator.h"

namespace moo::runtime {

namespace {

constexpr double epsilon = std::numeric_limits<double>::epsilon();

// The tolerance is what the user wants of the results; an integrator controls the error of single steps,
// which add up. Where crossings decide about events, an error δ of a state moves an event by δ divided by the
// speed of crossing, and every later event with it; that needs a wider margin. Measured on the bouncing ball
// at tolerance 1e-6: 73 impacts, all within 2.3e-7 s; shares of 0.1 and 0.01 give 9.3e-6 s in a quarter fewer steps.
struct Shares {
    double relative;
    double absolute;
};
constexpr Shares smooth_shares{0.1, 1e-3};
constexpr Shares crossing_shares{0.01, 3e-5};
constexpr double smallest_tolerance = 1e-13;

// A crossing is near if it is closer than this part of the simulated time. Then the absolute tolerance
// shrinks with the square of that distance, which is how a state's excursion between two events shrinks.
constexpr double near_share = 2e-3;
constexpr double smallest_share = 1e-12;

// After an event: the first step as a part of the time to the next crossing, and its largest growth.
constexpr double first_step_share = 1e-4;
constexpr double guarded_growth = 10.0;
constexpr double default_growth = 1e4;

int to_sundials(MooStatus status) {
    switch (status) {
        case MOO_OK: return 0;
        case MOO_RECOVERABLE: return 1;
        case MOO_FATAL: return -1;
    }
    return -1;
}

// Shorter intervals than this are below what CVODE can tell apart.
double time_resolution(double a, double b) { return 100.0 * epsilon * std::max(std::abs(a), std::abs(b)); }

char const* describe_flag(int flag) {
    switch (flag) {
        case CV_TOO_MUCH_WORK: return "too many steps without getting ahead";
        case CV_TOO_MUCH_ACC: return "the tolerance is too small for the arithmetic";
        case CV_ERR_FAILURE: return "no step is short enough for the tolerance";
        case CV_CONV_FAILURE: return "the equations of a step cannot be solved, however short it is";
        case CV_LSETUP_FAIL:
        case CV_LSOLVE_FAIL: return "the linear equations of a step cannot be solved";
        case CV_RHSFUNC_FAIL:
        case CV_UNREC_RHSFUNC_ERR: return "the derivatives cannot be computed";
        case CV_FIRST_RHSFUNC_ERR: return "the derivatives cannot be computed at the start";
        case CV_REPTD_RHSFUNC_ERR: return "the derivatives cannot be computed, however short the step is";
        case CV_RTFUNC_FAIL: return "the zero-crossing functions cannot be computed";
    }
    return "the integrator failed";
}

}  // namespace

void CvodeIntegrator::MemoryDeleter::operator()(void* memory) const { CVodeFree(&memory); }

CvodeIntegrator::CvodeIntegrator(Instance& instance, IntegratorOptions const& options)
    : instance_(instance),
      options_(options),
      crossings_(instance),
      near_(near_share * (options.stop_time - options.start_time)),
      absolute_tolerance_(instance.model().state_count) {}

int CvodeIntegrator::compute_derivatives(realtype time, N_Vector y, N_Vector ydot, void* self) {
    Instance& instance = static_cast<CvodeIntegrator*>(self)->instance_;
    instance.set_time(time);
    instance.set_states(N_VGetArrayPointer(y));
    MooInstance* m = instance.raw();
    m->phase = MOO_CONTINUOUS;
    if (MooStatus const status = instance.model().derivatives(m); status != MOO_OK) return to_sundials(status);
    double* rates = N_VGetArrayPointer(ydot);
    instance.get_derivatives(rates);
    bool const finite =
        std::all_of(rates, rates + instance.model().state_count, [](double rate) { return std::isfinite(rate); });
    return finite ? 0 : 1;
}

int CvodeIntegrator::compute_roots(realtype time, N_Vector y, realtype* z, void* self) {
    auto* integrator = static_cast<CvodeIntegrator*>(self);
    integrator->instance_.set_time(time);
    integrator->instance_.set_states(N_VGetArrayPointer(y));
    return to_sundials(integrator->crossings_.evaluate(z));
}

int CvodeIntegrator::compute_weights(N_Vector y, N_Vector weight, void* self) {
    auto const* integrator = static_cast<CvodeIntegrator const*>(self);
    double const share = integrator->absolute_tolerance_share();
    double const* states = N_VGetArrayPointer(y);
    double* weights = N_VGetArrayPointer(weight);
    for (std::size_t i = 0; i < integrator->absolute_tolerance_.size(); ++i) {
        double const allowed =
            integrator->relative_tolerance_ * std::abs(states[i]) + share * integrator->absolute_tolerance_[i];
        if (!(allowed > 0.0)) return -1;
        weights[i] = 1.0 / allowed;
    }
    return 0;
}

double CvodeIntegrator::absolute_tolerance_share() const {
    if (!(next_crossing_ < near_)) return 1.0;
    double now = restart_time_;
    if (CVodeGetCurrentTime(cvode_.get(), &now) < 0) now = restart_time_;
    double const scale = std::max(now - restart_time_, next_crossing_) / near_;
    return std::clamp(scale * scale, smallest_share, 1.0);
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
    matrix_.reset(SUNDenseMatrix(size, size, context));
    if (!y_ || !matrix_) return check(CV_MEM_FAIL, "vectors");
    linear_solver_.reset(SUNLinSol_Dense(y_.get(), matrix_.get(), context));
    cvode_.reset(CVodeCreate(CV_BDF, context));
    if (!linear_solver_ || !cvode_) return check(CV_MEM_FAIL, "solver");
    return configure();
}

bool CvodeIntegrator::configure() {
    constexpr long steps_per_call = 1000;
    MooModel const& model = instance_.model();
    void* cvode = cvode_.get();
    Shares const shares = model.crossing_count > 0 ? crossing_shares : smooth_shares;
    relative_tolerance_ = std::max(shares.relative * options_.tolerance, smallest_tolerance);
    for (std::uint32_t i = 0; i < model.state_count; ++i) {
        double const given = std::abs(model.variables[model.state_slots[i]].nominal);
        double const nominal = given > 0.0 && std::isfinite(given) ? given : 1.0;
        absolute_tolerance_[i] = shares.absolute * options_.tolerance * nominal;
    }
    instance_.get_states(N_VGetArrayPointer(y_.get()));
    return check(CVodeSetErrHandlerFn(cvode, keep_error, this), "error handler") &&
           check(CVodeInit(cvode, compute_derivatives, instance_.time(), y_.get()), "start") &&
           check(CVodeSetUserData(cvode, this), "data") &&
           check(CVodeWFtolerances(cvode, compute_weights), "tolerances") &&
           check(CVodeSetLinearSolver(cvode, linear_solver_.get(), matrix_.get()), "linear solver") &&
           check(CVodeSetMaxNumSteps(cvode, steps_per_call), "number of steps") &&
           check(CVodeSetMaxStep(cvode, options_.max_step), "step size") &&
           check(CVodeSetMaxHnilWarns(cvode, -1), "warnings") &&
           (model.crossing_count == 0 ||
            (check(CVodeRootInit(cvode, static_cast<int>(model.crossing_count), compute_roots), "roots") &&
             check(CVodeSetNoInactiveRootWarn(cvode), "roots")));
}

bool CvodeIntegrator::choose_first_step(double stop) {
    void* cvode = cvode_.get();
    double const left = stop - instance_.time();
    double const span = options_.stop_time - options_.start_time;
    next_crossing_ = std::numeric_limits<double>::infinity();
    double const probe = std::min(std::max(1e-8 * span, 10.0 * time_resolution(stop, instance_.time())), 0.25 * left);
    if (crossings_.count() > 0 && instance_.time() + probe > instance_.time()) {
        next_crossing_ = estimate_next_crossing(instance_, crossings_, probe);
    }
    double step = 0.0;  // CVODE chooses
    if (next_crossing_ < left) {
        step =
            std::min(std::max(first_step_share * next_crossing_, time_resolution(stop, instance_.time())), 0.5 * left);
    }
    double const growth = step > 0.0 ? guarded_growth : default_growth;
    return check(CVodeSetInitStep(cvode, step), "first step") &&
           check(CVodeSetEtaMaxFirstStep(cvode, growth), "first step");
}

bool CvodeIntegrator::restart(double stop) {
    add_run_statistics(statistics_);
    ++statistics_.restarts;
    stop_ = stop;
    restart_time_ = instance_.time();
    crossings_.restart_at(restart_time_);
    fresh_ = true;
    instance_.messages().hold();
    bool const first_step_chosen = choose_first_step(stop);
    instance_.messages().release();
    instance_.get_states(N_VGetArrayPointer(y_.get()));
    return first_step_chosen && check(CVodeReInit(cvode_.get(), instance_.time(), y_.get()), "restart") &&
           (stop <= instance_.time() || check(CVodeSetStopTime(cvode_.get(), stop), "stop time"));
}

// CVODE refuses to start towards a point closer than it can resolve. A single Euler step is exact enough
// for that distance.
AdvanceResult CvodeIntegrator::step_over_gap(double target) {
    std::vector<double> before(crossings_.count());
    std::vector<double> after(crossings_.count());
    double const gap = target - instance_.time();
    bool computed = crossings_.evaluate(before);
    if (computed) {
        std::vector<double> states(instance_.model().state_count);
        std::vector<double> rates(states.size());
        instance_.get_states(states.data());
        instance_.get_derivatives(rates.data());
        for (std::size_t i = 0; i < states.size(); ++i) states[i] += gap * rates[i];
        instance_.set_states(states.data());
        instance_.set_time(target);
        computed = crossings_.evaluate(after);
    }
    if (!computed) {
        report_failure(CV_RHSFUNC_FAIL);
        return AdvanceResult::failed;
    }
    if (any_sign_differs(before, after)) return AdvanceResult::crossing;
    return target >= stop_ || restart(stop_) ? AdvanceResult::reached : AdvanceResult::failed;
}

AdvanceResult CvodeIntegrator::advance(double target) {
    instance_.messages().hold();
    bool const gap = fresh_ && target - instance_.time() <= time_resolution(target, instance_.time());
    AdvanceResult const result = gap ? step_over_gap(target) : run(target);
    instance_.messages().release();
    return result;
}

// A relation that starts on its border and leaves it gives a root at the restart, by interpolation even before
// it. There the relation has not changed yet; the first point that time can tell from the restart is past it.
double CvodeIntegrator::leave_border(double root) {
    double const earliest = restart_time_ + time_resolution(stop_, restart_time_);
    double reached = root;
    if (root >= earliest || CVodeGetCurrentTime(cvode_.get(), &reached) < 0) return root;
    double const time = std::max(root, std::min(earliest, reached));
    return CVodeGetDky(cvode_.get(), time, 0, y_.get()) == CV_SUCCESS ? time : root;
}

AdvanceResult CvodeIntegrator::run(double target) {
    // So many calls of a thousand steps each may pass while time hardly moves.
    constexpr int max_idle_calls = 100;
    double const min_progress = 1e-9 * (options_.stop_time - options_.start_time);
    double idle_since = instance_.time();
    int idle_calls = 0;
    double time = instance_.time();
    int flag = CV_TOO_MUCH_WORK;
    while (flag == CV_TOO_MUCH_WORK) {
        flag = CVode(cvode_.get(), target, y_.get(), &time, CV_NORMAL);
        fresh_ = false;
        if (flag != CV_TOO_MUCH_WORK) break;
        if (options_.interrupted != nullptr && options_.interrupted()) break;
        if (time - idle_since > min_progress) {
            idle_since = time;
            idle_calls = 0;
        } else if (++idle_calls == max_idle_calls) {
            break;
        }
    }
    if (flag == CV_ROOT_RETURN) time = leave_border(time);
    instance_.set_time(time);
    instance_.set_states(N_VGetArrayPointer(y_.get()));
    if (flag == CV_ROOT_RETURN) return AdvanceResult::crossing;
    if (flag >= 0) return AdvanceResult::reached;
    if (flag == CV_TOO_MUCH_WORK && idle_calls < max_idle_calls) return AdvanceResult::interrupted;
    report_failure(flag);
    return AdvanceResult::failed;
}

std::string CvodeIntegrator::worst_state() const {
    Owned<N_Vector, VectorDeleter> const error(N_VClone(y_.get()));
    Owned<N_Vector, VectorDeleter> const weight(N_VClone(y_.get()));
    if (!error || !weight || CVodeGetEstLocalErrors(cvode_.get(), error.get()) < 0 ||
        CVodeGetErrWeights(cvode_.get(), weight.get()) < 0) {
        return {};
    }
    MooModel const& model = instance_.model();
    std::uint32_t worst = 0;
    double largest = -1.0;
    for (std::uint32_t i = 0; i < model.state_count; ++i) {
        double const size = std::abs(N_VGetArrayPointer(error.get())[i] * N_VGetArrayPointer(weight.get())[i]);
        if (size <= largest) continue;
        largest = size;
        worst = i;
    }
    return "; the error is largest in `" + std::string(model.variables[model.state_slots[worst]].name) +
           "` = " + number_text(instance_.values()[model.state_slots[worst]]);
}

void CvodeIntegrator::report_failure(int flag) {
    // What the model said last tells more than what the integrator makes of it.
    instance_.messages().release_and_report();
    std::string text = "integration stopped at time " + number_text(instance_.time()) + ": " + describe_flag(flag);
    if (flag == CV_ERR_FAILURE || flag == CV_CONV_FAILURE || flag == CV_TOO_MUCH_WORK) text += worst_state();
    instance_.messages().report(MessageSeverity::error, text);
}

void CvodeIntegrator::add_run_statistics(IntegratorStatistics& sum) const {
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
    sum.derivative_calls += derivative_calls + difference_calls;
    sum.jacobian_calls += jacobian_calls;
    sum.error_test_failures += error_test_failures;
    sum.convergence_failures += convergence_failures;
}

IntegratorStatistics CvodeIntegrator::statistics() const {
    IntegratorStatistics sum = statistics_;
    add_run_statistics(sum);
    return sum;
}

std::unique_ptr<Integrator> make_integrator(Instance& instance, IntegratorOptions const& options) {
    if (instance.model().state_count == 0) return std::make_unique<StatelessIntegrator>(instance, options);
    auto integrator = std::make_unique<CvodeIntegrator>(instance, options);
    if (!integrator->create()) return nullptr;
    return integrator;
}

}  // namespace moo::runtime
