#include "runtime/solvers/ida_integrator.h"

#include <ida/ida.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunlinsol/sunlinsol_klu.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunmatrix/sunmatrix_sparse.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "runtime/solvers/sundials_matrix.h"

namespace moo::runtime {

SundialsPackage const IdaIntegrator::package{
    .free = IDAFree,
    .set_error_handler = IDASetErrHandlerFn,
    .set_user_data = IDASetUserData,
    .set_tolerances = IDAWFtolerances,
    .set_most_error_failures = IDASetMaxErrTestFails,
    .set_most_convergence_failures = IDASetMaxConvFails,
    .set_linear_solver = IDASetLinearSolver,
    .set_stop_time = IDASetStopTime,
    .set_roots = [](void* memory, int count) { return IDARootInit(memory, count, roots); },
    .set_no_inactive_root_warning = IDASetNoInactiveRootWarn,
    .get_current_time = IDAGetCurrentTime,
    .get_derivative = IDAGetDky,
    .get_local_errors = IDAGetEstLocalErrors,
    .get_weights = IDAGetErrWeights,
    .get_step_count = IDAGetNumSteps,
    .get_error_failures = IDAGetNumErrTestFails,
    .get_jacobian_count = IDAGetNumJacEvals,
    .get_difference_calls = IDAGetNumLinResEvals,
    .get_convergence_failures = IDAGetNumNonlinSolvConvFails,
};

IdaIntegrator::IdaIntegrator(Instance& instance, IntegratorOptions const& options)
    : SundialsIntegrator(instance, options, package), is_given_(instance.model().state_count, 0) {}

IdaIntegrator::~IdaIntegrator() = default;

MooStatus IdaIntegrator::take(MooInstance* m, MooBlock const& block) {
    if (mode_ == Mode::find) {
        blocks_.push_back(&block);
        instance_.memory().collector = nullptr;
        MooStatus const status = moo_solve_block(m, &block);
        instance_.memory().collector = this;
        return status;
    }
    MooStatus const status = block.residual(m, &block, residuals_);
    residuals_ += block.size;
    return status;
}

bool IdaIntegrator::find_blocks() {
    MooModel const& model = instance_.model();
    MooInstance* m = instance_.raw();
    mode_ = Mode::find;
    m->phase = MOO_CONTINUOUS;
    instance_.memory().collector = this;
    MooStatus const status = model.derivatives(m);
    instance_.memory().collector = nullptr;
    if (status != MOO_OK) return false;
    constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
    std::vector<std::uint32_t> state_of(model.variable_count, none);  // by slot of its derivative
    for (std::uint32_t i = 0; i < model.state_count; ++i) state_of[model.derivative_slots[i]] = i;
    for (MooBlock const* block : blocks_) {
        for (std::uint32_t i = 0; i < block->size; ++i) {
            std::uint32_t const state = state_of[block->unknowns[i]];
            if (state == none) {
                algebraic_.push_back(block->unknowns[i]);
            } else {
                is_given_[state] = 1;
            }
        }
    }
    assigned_derivatives_ = static_cast<std::uint32_t>(std::count(is_given_.begin(), is_given_.end(), 0));
    return true;
}

int IdaIntegrator::residual(realtype time, N_Vector y, N_Vector ydot, N_Vector r, void* self) {
    auto& integrator = from<IdaIntegrator>(self);
    Instance& instance = integrator.instance_;
    MooModel const& model = instance.model();
    MooInstance* m = instance.raw();
    double const* unknowns = N_VGetArrayPointer(y);
    double const* rates = N_VGetArrayPointer(ydot);
    double* const residuals = N_VGetArrayPointer(r);
    instance.set_time(time);
    instance.set_states(unknowns);
    for (std::size_t i = 0; i < integrator.algebraic_.size(); ++i) {
        m->value[integrator.algebraic_[i]] = unknowns[model.state_count + i];
    }
    for (std::uint32_t i = 0; i < model.state_count; ++i) {
        if (integrator.is_given_[i] != 0) m->value[model.derivative_slots[i]] = rates[i];
    }
    m->phase = MOO_CONTINUOUS;
    integrator.mode_ = Mode::evaluate;
    integrator.residuals_ = residuals + integrator.assigned_derivatives_;
    instance.memory().collector = &integrator;
    MooStatus const status = model.derivatives(m);
    instance.memory().collector = nullptr;
    if (status != MOO_OK) return to_sundials(status);
    std::uint32_t next = 0;
    for (std::uint32_t i = 0; i < model.state_count; ++i) {
        if (integrator.is_given_[i] == 0) residuals[next++] = rates[i] - m->value[model.derivative_slots[i]];
    }
    std::size_t const size = model.state_count + integrator.algebraic_.size();
    if (std::all_of(residuals, residuals + size, [](double value) { return std::isfinite(value); })) return 0;
    integrator.report_not_finite(time);
    return 1;
}

int IdaIntegrator::roots(realtype time, N_Vector y, N_Vector, realtype* z, void* self) {
    return to_sundials(from<IdaIntegrator>(self).compute_crossings(time, N_VGetArrayPointer(y), z));
}

bool IdaIntegrator::weigh_unknowns(double now, double const* unknowns, double* weights) const {
    if (!compute_weights(now, unknowns, weights)) return false;
    MooModel const& model = instance_.model();
    for (std::size_t i = 0; i < algebraic_.size(); ++i) {
        double const nominal = instance_.nominal(algebraic_[i]);
        std::size_t const at = model.state_count + i;
        weights[at] = 1.0 / (relative_tolerance_ * (std::abs(unknowns[at]) + nominal));
    }
    return true;
}

// ∂F/∂y + c ∂F/∂y' by differences along (1, c) for all columns of a colour at once.
int IdaIntegrator::jacobian(realtype time, realtype c, N_Vector y, N_Vector ydot, N_Vector r, SUNMatrix matrix,
                            void* self, N_Vector shifted, N_Vector shifted_dot, N_Vector shifted_r) {
    auto& integrator = from<IdaIntegrator>(self);
    ColouredPattern const& pattern = integrator.pattern_;
    put_places(pattern, matrix);
    double const unit = std::sqrt(std::numeric_limits<double>::epsilon());
    double const* const at = N_VGetArrayPointer(y);
    double const* const rates = N_VGetArrayPointer(ydot);
    double const* const before = N_VGetArrayPointer(r);
    double* const moved = N_VGetArrayPointer(shifted);
    double* const moved_rates = N_VGetArrayPointer(shifted_dot);
    double const* const after = N_VGetArrayPointer(shifted_r);
    N_VScale(1.0, y, shifted);
    N_VScale(1.0, ydot, shifted_dot);
    std::vector<double>& weight = integrator.jacobian_weights_;
    weight.resize(pattern.size());
    if (!integrator.weigh_unknowns(integrator.instance_.time(), at, weight.data())) return -1;
    for (std::uint32_t colour = 0; colour < pattern.colour_count(); ++colour) {
        for (std::uint32_t const column : pattern.columns_of(colour)) {
            moved[column] = at[column] + unit * std::max(std::abs(at[column]), 1.0 / weight[column]);
            moved_rates[column] = rates[column] + c * (moved[column] - at[column]);
        }
        ++integrator.jacobian_calls_;
        if (int const status = residual(time, shifted, shifted_dot, shifted_r, self); status != 0) return status;
        for (std::uint32_t const column : pattern.columns_of(colour)) {
            double const step = moved[column] - at[column];
            auto const end = static_cast<std::size_t>(pattern.starts()[column + 1]);
            for (auto i = static_cast<std::size_t>(pattern.starts()[column]); i < end; ++i) {
                int const row = pattern.rows()[i];
                SM_DATA_S(matrix)[i] = (after[row] - before[row]) / step;
            }
            moved[column] = at[column];
            moved_rates[column] = rates[column];
        }
    }
    return 0;
}

// Takes all values as the model computes them here, which is consistent.
void IdaIntegrator::get_point() {
    MooModel const& model = instance_.model();
    double* const values = unknowns();
    instance_.get_states(values);
    std::vector<double> const states(values, values + model.state_count);
    (void)compute_derivatives(instance_.time(), states.data(), N_VGetArrayPointer(ydot_.get()));
    for (std::size_t i = 0; i < algebraic_.size(); ++i) {
        values[model.state_count + i] = instance_.values()[algebraic_[i]];
        N_VGetArrayPointer(ydot_.get())[model.state_count + i] = 0.0;
    }
}

bool IdaIntegrator::create() {
    MooModel const& model = instance_.model();
    if (!find_blocks()) return report_no_memory("blocks");
    std::size_t const size = model.state_count + algebraic_.size();
    if (!make_unknowns(size)) return false;
    ydot_.reset(N_VClone(y()));
    id_.reset(N_VClone(y()));
    if (!ydot_ || !id_) return report_no_memory("vectors");
    double* const id = N_VGetArrayPointer(id_.get());
    for (std::size_t i = 0; i < size; ++i) id[i] = i < model.state_count ? 1.0 : 0.0;
    get_point();
    return adopt(IDACreate(context())) &&
           check(IDAInit(memory(), residual, instance_.time(), y(), ydot_.get()), "start") && configure() &&
           set_newton() && check(IDASetId(memory(), id_.get()), "kinds of unknowns") &&
           check(IDASetSuppressAlg(memory(), SUNTRUE), "kinds of unknowns") &&
           check(IDASetMaxStep(memory(), options_.max_step), "step size");
}

bool IdaIntegrator::set_newton() {
    MooModel const& model = instance_.model();
    std::size_t const size = model.state_count + algebraic_.size();
    if (model.residual_starts != nullptr) {
        pattern_ = ColouredPattern(static_cast<std::uint32_t>(size), model.residual_starts, model.residual_columns);
    }
    auto const order = static_cast<sunindextype>(size);
    bool const is_sparse = pattern_.is_worth_it();
    OwnedMatrix matrix =
        is_sparse ? make_matrix(pattern_, context()) : OwnedMatrix(SUNDenseMatrix(order, order, context()));
    if (!matrix) return report_no_memory("matrix");
    // The diagonal of algebraic equations may be zero, so incomplete factors cannot be used.
    OwnedLinearSolver solver(is_sparse ? SUNLinSol_KLU(y(), matrix.get(), context())
                                       : SUNLinSol_Dense(y(), matrix.get(), context()));
    return set_linear_solver(std::move(matrix), std::move(solver)) &&
           (!is_sparse || check(IDASetJacFn(memory(), jacobian), "Jacobian"));
}

bool IdaIntegrator::begin() {
    double const first_step = choose_first_step();
    get_point();
    jacobian_calls_ = 0;
    return check(IDAReInit(memory(), instance_.time(), y(), ydot_.get()), "restart") &&
           check(IDASetInitStep(memory(), first_step), "first step") && set_stop();
}

int IdaIntegrator::evolve(double* time) { return IDASolve(memory(), stop(), time, y(), ydot_.get(), IDA_ONE_STEP); }

std::int64_t IdaIntegrator::count_calls() const {
    long calls = 0;
    IDAGetNumResEvals(memory(), &calls);
    return calls;
}

std::string IdaIntegrator::failure_text() const {
    if (last_flag() >= 0) return "";
    if (last_flag() == IDA_ERR_FAIL) return "no step is short enough for the tolerance";
    if (last_flag() == IDA_CONV_FAIL) return "the equations of a step cannot be solved, however short it is";
    return "the residuals cannot be computed";
}

}  // namespace moo::runtime
