#include "runtime/solvers/arkode_integrator.h"

#include <arkode/arkode_erkstep.h>

#include <algorithm>
#include <array>

namespace moo::runtime {

void ArkodeIntegrator::MemoryDeleter::operator()(void* memory) const { ERKStepFree(&memory); }

ArkodeIntegrator::ArkodeIntegrator(Instance& instance, IntegratorOptions const& options, Method method)
    : SteppingIntegrator(instance, options), method_(method) {}

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
    if (integrator->arkode_ && ERKStepGetCurrentTime(integrator->arkode_.get(), &now) < 0) {
        now = integrator->instance_.time();
    }
    return integrator->compute_weights(now, N_VGetArrayPointer(y), N_VGetArrayPointer(weight)) ? 0 : -1;
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
    arkode_.reset(ERKStepCreate(derivatives, instance_.time(), y_.get(), context));
    if (!arkode_) return check(ARK_MEM_FAIL, "solver");
    void* arkode = arkode_.get();
    return check(ERKStepSetErrHandlerFn(arkode, keep_error, this), "error handler") &&
           check(ERKStepSetUserData(arkode, this), "data") &&
           check(ERKStepWFtolerances(arkode, weights), "tolerances") && set_table() &&
           (!has_fixed_step() || check(ERKStepSetFixedStep(arkode, options_.fixed_step), "step size")) &&
           (has_fixed_step() || check(ERKStepSetMaxStep(arkode, options_.max_step), "step size")) &&
           (model.crossing_count == 0 ||
            (check(ERKStepRootInit(arkode, static_cast<int>(model.crossing_count), roots), "roots") &&
             check(ERKStepSetNoInactiveRootWarn(arkode), "roots")));
}

bool ArkodeIntegrator::set_table() {
    void* arkode = arkode_.get();
    if (method_ == Method::dopri45) {
        return check(ERKStepSetTableNum(arkode, ARKODE_DORMAND_PRINCE_7_4_5), "method");
    }
    std::array<double, 4> c{0.0, 0.5, 0.5, 1.0};
    std::array<double, 16> a{0.0, 0.0, 0.0, 0.0, 0.5, 0.0, 0.0, 0.0, 0.0, 0.5, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0};
    std::array<double, 4> b{1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6};
    double zero = 0.0;
    double one = 1.0;
    ARKodeButcherTable table = method_ == Method::rk4
                                   ? ARKodeButcherTable_Create(4, 4, 0, c.data(), a.data(), b.data(), nullptr)
                                   : ARKodeButcherTable_Create(1, 1, 0, &zero, &zero, &one, nullptr);
    bool const set = table != nullptr && check(ERKStepSetTable(arkode, table), "method");
    ARKodeButcherTable_Free(table);
    return set;
}

bool ArkodeIntegrator::begin() {
    void* arkode = arkode_.get();
    double const first_step = has_fixed_step() ? 0.0 : choose_first_step();
    instance_.get_states(N_VGetArrayPointer(y_.get()));
    return check(ERKStepReInit(arkode, derivatives, instance_.time(), y_.get()), "restart") &&
           (has_fixed_step() || check(ERKStepSetInitStep(arkode, first_step), "first step")) &&
           (stop() <= instance_.time() || check(ERKStepSetStopTime(arkode, stop()), "stop time"));
}

SteppingIntegrator::Step ArkodeIntegrator::step() {
    double time = instance_.time();
    last_flag_ = ERKStepEvolve(arkode_.get(), stop(), y_.get(), &time, ARK_ONE_STEP);
    if (last_flag_ < 0) return {StepResult::failed, time};
    if (last_flag_ != ARK_ROOT_RETURN) return {StepResult::stepped, time};
    double reached = time;
    if (ERKStepGetCurrentTime(arkode_.get(), &reached) < 0) reached = time;
    return {StepResult::crossing, leave_border(time, reached)};
}

bool ArkodeIntegrator::interpolate(double time, double* states) {
    if (ERKStepGetDky(arkode_.get(), time, 0, y_.get()) != ARK_SUCCESS) return false;
    std::copy_n(N_VGetArrayPointer(y_.get()), instance_.model().state_count, states);
    return true;
}

std::string ArkodeIntegrator::failure_text() const {
    if (last_flag_ >= 0) return "";
    return last_flag_ == ARK_ERR_FAILURE ? "no step is short enough for the tolerance"
                                         : "the derivatives cannot be computed";
}

void ArkodeIntegrator::add_work(IntegratorStatistics& sum) const {
    long steps = 0;
    long derivative_calls = 0;
    long error_test_failures = 0;
    void* arkode = arkode_.get();
    if (ERKStepGetNumSteps(arkode, &steps) < 0 || steps == 0) return;
    ERKStepGetNumRhsEvals(arkode, &derivative_calls);
    ERKStepGetNumErrTestFails(arkode, &error_test_failures);
    sum.steps += steps;
    sum.derivative_calls += derivative_calls;
    sum.error_test_failures += error_test_failures;
}

}  // namespace moo::runtime
