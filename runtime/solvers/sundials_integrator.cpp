#include "runtime/solvers/sundials_integrator.h"

#include <arkode/arkode.h>
#include <cvode/cvode.h>
#include <ida/ida.h>

#include <algorithm>

namespace moo::runtime {

// The value is the same in all packages.
static_assert(CV_ROOT_RETURN == ARK_ROOT_RETURN && CV_ROOT_RETURN == IDA_ROOT_RETURN);

SundialsIntegrator::~SundialsIntegrator() {
    if (memory_ != nullptr) package_.free(&memory_);
}

int SundialsIntegrator::weights(N_Vector y, N_Vector weight, void* self) {
    auto const& integrator = from<SundialsIntegrator>(self);
    double now = integrator.instance_.time();
    if (integrator.package_.get_current_time(integrator.memory_, &now) < 0) now = integrator.instance_.time();
    return integrator.weigh_unknowns(now, N_VGetArrayPointer(y), N_VGetArrayPointer(weight)) ? 0 : -1;
}

void SundialsIntegrator::keep_error(int code, char const*, char const*, char* text, void* self) {
    if (code < 0) from<SundialsIntegrator>(self).last_error_ = text;
}

bool SundialsIntegrator::check(int flag, char const* doing) {
    if (flag >= 0) return true;
    instance_.messages().report(MessageSeverity::error, "cannot set up the integrator (" + std::string(doing) + "): " +
                                                            (last_error_.empty() ? "out of memory" : last_error_));
    return false;
}

bool SundialsIntegrator::make_unknowns(std::size_t count) {
    SUNContext context = nullptr;
    if (SUNContext_Create(nullptr, &context) != 0) return report_no_memory("context");
    context_.reset(context);
    y_.reset(N_VNew_Serial(static_cast<sunindextype>(count), context));
    return y_ != nullptr || report_no_memory("vectors");
}

bool SundialsIntegrator::adopt(void* memory) {
    memory_ = memory;
    if (memory_ == nullptr) return report_no_memory("solver");
    return check(package_.set_error_handler(memory_, keep_error, this), "error handler");
}

bool SundialsIntegrator::configure() {
    auto const crossings = static_cast<int>(instance_.model().crossing_count);
    return check(package_.set_user_data(memory_, this), "data") &&
           check(package_.set_tolerances(memory_, weights), "tolerances") &&
           check(package_.set_most_error_failures(memory_, most_failed_tries), "failures") &&
           check(package_.set_most_convergence_failures(memory_, most_failed_tries), "failures") &&
           (crossings == 0 || (check(package_.set_roots(memory_, crossings), "roots") &&
                               check(package_.set_no_inactive_root_warning(memory_), "roots")));
}

bool SundialsIntegrator::set_linear_solver(OwnedMatrix matrix, OwnedLinearSolver solver) {
    if (!matrix) return report_no_memory("matrix");
    if (!solver) return report_no_memory("linear solver");
    matrix_ = std::move(matrix);
    linear_solver_ = std::move(solver);
    return check(package_.set_linear_solver(memory_, linear_solver_.get(), matrix_.get()), "linear solver");
}

bool SundialsIntegrator::set_stop() {
    return stop() <= instance_.time() || check(package_.set_stop_time(memory_, stop()), "stop time");
}

bool SundialsIntegrator::move_stop() { return check(package_.set_stop_time(memory_, stop()), "stop time"); }

SteppingIntegrator::Step SundialsIntegrator::step() {
    double time = instance_.time();
    last_flag_ = evolve(&time);
    if (last_flag_ < 0) return {StepResult::failed, time};
    if (last_flag_ != CV_ROOT_RETURN) return {StepResult::stepped, time};
    double reached = time;
    if (package_.get_current_time(memory_, &reached) < 0) reached = time;
    return {StepResult::crossing, leave_border(time, reached)};
}

bool SundialsIntegrator::interpolate(double time, double* states) {
    if (package_.get_derivative(memory_, time, 0, y_.get()) < 0) return false;
    std::copy_n(unknowns(), instance_.model().state_count, states);
    return true;
}

std::string SundialsIntegrator::local_error_text() const {
    OwnedVector const errors(N_VClone(y_.get()));
    OwnedVector const weights(N_VClone(y_.get()));
    bool const known = errors && weights && package_.get_local_errors(memory_, errors.get()) >= 0 &&
                       package_.get_weights(memory_, weights.get()) >= 0;
    return known ? largest_error_text(N_VGetArrayPointer(errors.get()), N_VGetArrayPointer(weights.get())) : "";
}

void SundialsIntegrator::add_work(IntegratorStatistics& sum) const {
    long steps = 0;
    if (package_.get_step_count(memory_, &steps) < 0 || steps == 0) return;
    long error_failures = 0;
    package_.get_error_failures(memory_, &error_failures);
    sum.steps += steps;
    sum.error_test_failures += error_failures;
    sum.derivative_calls += count_calls();
    if (!linear_solver_) return;
    long jacobians = 0;
    long difference_calls = 0;
    long convergence_failures = 0;
    package_.get_jacobian_count(memory_, &jacobians);
    package_.get_difference_calls(memory_, &difference_calls);
    package_.get_convergence_failures(memory_, &convergence_failures);
    sum.derivative_calls += difference_calls + jacobian_calls_;
    sum.jacobian_calls += jacobians;
    sum.convergence_failures += convergence_failures;
}

}  // namespace moo::runtime
