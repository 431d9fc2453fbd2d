#include "runtime/solvers/arkode_integrator.h"

#include <arkode/arkode_arkstep.h>

#include <array>

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

SundialsPackage const ArkodeIntegrator::package{
    .free = ARKStepFree,
    .set_error_handler = ARKStepSetErrHandlerFn,
    .set_user_data = ARKStepSetUserData,
    .set_tolerances = ARKStepWFtolerances,
    .set_most_error_failures = ARKStepSetMaxErrTestFails,
    .set_most_convergence_failures = ARKStepSetMaxConvFails,
    .set_linear_solver = ARKStepSetLinearSolver,
    .set_stop_time = ARKStepSetStopTime,
    .set_roots = [](void* memory, int count) { return ARKStepRootInit(memory, count, roots); },
    .set_no_inactive_root_warning = ARKStepSetNoInactiveRootWarn,
    .get_current_time = ARKStepGetCurrentTime,
    .get_derivative = ARKStepGetDky,
    .get_local_errors = ARKStepGetEstLocalErrors,
    .get_weights = ARKStepGetErrWeights,
    .get_step_count = ARKStepGetNumSteps,
    .get_error_failures = ARKStepGetNumErrTestFails,
    .get_jacobian_count = ARKStepGetNumJacEvals,
    .get_difference_calls = ARKStepGetNumLinRhsEvals,
    .get_convergence_failures = ARKStepGetNumNonlinSolvConvFails,
};

ArkodeIntegrator::ArkodeIntegrator(Instance& instance, IntegratorOptions const& options, Method method,
                                   StepKind step_kind)
    : SundialsOdeIntegrator(instance, options, package), method_(method), step_kind_(step_kind) {}

bool ArkodeIntegrator::create() {
    if (!make_unknowns(instance_.model().state_count)) return false;
    instance_.get_states(unknowns());
    return adopt(ARKStepCreate(explicit_part(), implicit_part(), instance_.time(), y(), context())) && configure() &&
           set_table() && (!is_implicit() || set_iteration()) &&
           check(has_fixed_step() ? ARKStepSetFixedStep(memory(), options_.fixed_step)
                                  : ARKStepSetMaxStep(memory(), options_.max_step),
                 "step size");
}

bool ArkodeIntegrator::set_table() {
    OwnedTable const table = make_table(method_);
    if (!table) return report_no_memory("method");
    ARKodeButcherTable const explicit_table = is_implicit() ? nullptr : table.get();
    ARKodeButcherTable const implicit_table = is_implicit() ? table.get() : nullptr;
    return check(ARKStepSetTables(memory(), table->q, table->p, implicit_table, explicit_table), "method");
}

bool ArkodeIntegrator::set_iteration() {
    // The other interpolation uses the derivatives at both ends and amplifies errors of stiff models.
    return check(ARKStepSetInterpolantType(memory(), ARK_INTERP_LAGRANGE), "interpolation") &&
           // Take the derivatives of stages from the equations; computing them again would multiply errors by the
           // stiffness.
           check(ARKStepSetDeduceImplicitRhs(memory(), SUNTRUE), "iteration") &&
           // With factors for another step size, the iteration ends too far from the solution of a stiff model.
           check(ARKStepSetLSetupFrequency(memory(), 1), "iteration") &&
           check(ARKStepSetNonlinConvCoef(memory(), 0.01), "iteration") && set_newton(ARKStepSetJacFn) &&
           check(ARKStepSetJacEvalFrequency(memory(), 1), "iteration");
}

bool ArkodeIntegrator::begin() {
    double const first_step = has_fixed_step() ? 0.0 : choose_first_step();
    jacobian_calls_ = 0;
    instance_.get_states(unknowns());
    return check(ARKStepReInit(memory(), explicit_part(), implicit_part(), instance_.time(), y()), "restart") &&
           (has_fixed_step() || check(ARKStepSetInitStep(memory(), first_step), "first step")) && set_stop();
}

int ArkodeIntegrator::evolve(double* time) { return ARKStepEvolve(memory(), stop(), y(), time, ARK_ONE_STEP); }

std::int64_t ArkodeIntegrator::count_calls() const {
    long explicit_calls = 0;
    long implicit_calls = 0;
    ARKStepGetNumRhsEvals(memory(), &explicit_calls, &implicit_calls);
    return explicit_calls + implicit_calls;
}

std::string ArkodeIntegrator::failure_text() const {
    if (last_flag() >= 0) return "";
    if (last_flag() == ARK_CONV_FAILURE) return "the equations of a step cannot be solved, however short it is";
    if (last_flag() != ARK_ERR_FAILURE) return "the derivatives cannot be computed";
    return "no step is short enough for the tolerance" + local_error_text();
}

}  // namespace moo::runtime
