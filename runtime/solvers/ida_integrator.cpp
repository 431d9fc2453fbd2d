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

void IdaIntegrator::MemoryDeleter::operator()(void* memory) const { IDAFree(&memory); }

IdaIntegrator::IdaIntegrator(Instance& instance, IntegratorOptions const& options)
    : SteppingIntegrator(instance, options), is_given_(instance.model().state_count, 0) {}

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
    auto* integrator = static_cast<IdaIntegrator*>(self);
    Instance& instance = integrator->instance_;
    MooModel const& model = instance.model();
    MooInstance* m = instance.raw();
    double const* unknowns = N_VGetArrayPointer(y);
    double const* rates = N_VGetArrayPointer(ydot);
    double* const residuals = N_VGetArrayPointer(r);
    instance.set_time(time);
    instance.set_states(unknowns);
    for (std::size_t i = 0; i < integrator->algebraic_.size(); ++i) {
        m->value[integrator->algebraic_[i]] = unknowns[model.state_count + i];
    }
    for (std::uint32_t i = 0; i < model.state_count; ++i) {
        if (integrator->is_given_[i] != 0) m->value[model.derivative_slots[i]] = rates[i];
    }
    m->phase = MOO_CONTINUOUS;
    integrator->mode_ = Mode::evaluate;
    integrator->residuals_ = residuals + integrator->assigned_derivatives_;
    instance.memory().collector = integrator;
    MooStatus const status = model.derivatives(m);
    instance.memory().collector = nullptr;
    if (status != MOO_OK) return to_sundials(status);
    std::uint32_t next = 0;
    for (std::uint32_t i = 0; i < model.state_count; ++i) {
        if (integrator->is_given_[i] == 0) residuals[next++] = rates[i] - m->value[model.derivative_slots[i]];
    }
    std::size_t const size = model.state_count + integrator->algebraic_.size();
    if (std::all_of(residuals, residuals + size, [](double value) { return std::isfinite(value); })) return 0;
    integrator->report_not_finite(time);
    return 1;
}

int IdaIntegrator::roots(realtype time, N_Vector y, N_Vector, realtype* z, void* self) {
    return to_sundials(static_cast<IdaIntegrator*>(self)->compute_crossings(time, N_VGetArrayPointer(y), z));
}

int IdaIntegrator::weights(N_Vector y, N_Vector weight, void* self) {
    auto const* integrator = static_cast<IdaIntegrator const*>(self);
    double now = integrator->instance_.time();
    if (integrator->ida_ && IDAGetCurrentTime(integrator->ida_.get(), &now) < 0) now = integrator->instance_.time();
    return integrator->unknown_weights(now, N_VGetArrayPointer(y), N_VGetArrayPointer(weight)) ? 0 : -1;
}

bool IdaIntegrator::unknown_weights(double now, double const* unknowns, double* weights) const {
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
    auto* integrator = static_cast<IdaIntegrator*>(self);
    ColouredPattern const& pattern = integrator->pattern_;
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
    std::vector<double>& weight = integrator->jacobian_weights_;
    weight.resize(pattern.size());
    if (!integrator->unknown_weights(integrator->instance_.time(), at, weight.data())) return -1;
    for (std::uint32_t colour = 0; colour < pattern.colour_count(); ++colour) {
        for (std::uint32_t const column : pattern.columns_of(colour)) {
            moved[column] = at[column] + unit * std::max(std::abs(at[column]), 1.0 / weight[column]);
            moved_rates[column] = rates[column] + c * (moved[column] - at[column]);
        }
        ++integrator->jacobian_residuals_;
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

void IdaIntegrator::keep_error(int code, char const*, char const*, char* text, void* self) {
    if (code < 0) static_cast<IdaIntegrator*>(self)->last_error_ = text;
}

bool IdaIntegrator::check(int flag, char const* doing) {
    if (flag >= 0) return true;
    instance_.messages().report(MessageSeverity::error, "cannot set up the integrator (" + std::string(doing) + "): " +
                                                            (last_error_.empty() ? "out of memory" : last_error_));
    return false;
}

// Everything as the model computes it here, which is consistent.
void IdaIntegrator::get_point() {
    MooModel const& model = instance_.model();
    double* const unknowns = N_VGetArrayPointer(y_.get());
    instance_.get_states(unknowns);
    std::vector<double> const states(unknowns, unknowns + model.state_count);
    (void)compute_derivatives(instance_.time(), states.data(), N_VGetArrayPointer(ydot_.get()));
    for (std::size_t i = 0; i < algebraic_.size(); ++i) {
        unknowns[model.state_count + i] = instance_.values()[algebraic_[i]];
        N_VGetArrayPointer(ydot_.get())[model.state_count + i] = 0.0;
    }
}

bool IdaIntegrator::create() {
    MooModel const& model = instance_.model();
    if (!find_blocks()) return check(IDA_MEM_FAIL, "blocks");
    auto const size = static_cast<sunindextype>(model.state_count + algebraic_.size());
    SUNContext context = nullptr;
    if (SUNContext_Create(nullptr, &context) != 0) return check(IDA_MEM_FAIL, "context");
    context_.reset(context);
    y_.reset(N_VNew_Serial(size, context));
    ydot_.reset(N_VNew_Serial(size, context));
    id_.reset(N_VNew_Serial(size, context));
    if (model.residual_starts != nullptr) {
        pattern_ = ColouredPattern(static_cast<std::uint32_t>(size), model.residual_starts, model.residual_columns);
    }
    is_sparse_ = pattern_.is_worth_it();
    matrix_ = is_sparse_ ? make_matrix(pattern_, context) : OwnedMatrix(SUNDenseMatrix(size, size, context));
    if (!y_ || !ydot_ || !id_ || !matrix_) return check(IDA_MEM_FAIL, "vectors");
    // Rows of algebraic equations may have nothing on the diagonal, so factors have to be whole ones.
    linear_solver_.reset(is_sparse_ ? SUNLinSol_KLU(y_.get(), matrix_.get(), context)
                                    : SUNLinSol_Dense(y_.get(), matrix_.get(), context));
    ida_.reset(IDACreate(context));
    if (!linear_solver_ || !ida_) return check(IDA_MEM_FAIL, "solver");
    double* const id = N_VGetArrayPointer(id_.get());
    for (sunindextype i = 0; i < size; ++i) id[i] = i < static_cast<sunindextype>(model.state_count) ? 1.0 : 0.0;
    get_point();
    void* ida = ida_.get();
    return check(IDASetErrHandlerFn(ida, keep_error, this), "error handler") &&
           check(IDAInit(ida, residual, instance_.time(), y_.get(), ydot_.get()), "start") &&
           check(IDASetUserData(ida, this), "data") && check(IDAWFtolerances(ida, weights), "tolerances") &&
           check(IDASetLinearSolver(ida, linear_solver_.get(), matrix_.get()), "linear solver") &&
           (!is_sparse_ || check(IDASetJacFn(ida, jacobian), "Jacobian")) &&
           check(IDASetId(ida, id_.get()), "kinds of unknowns") &&
           check(IDASetSuppressAlg(ida, SUNTRUE), "kinds of unknowns") &&
           check(IDASetMaxStep(ida, options_.max_step), "step size") &&
           check(IDASetMaxErrTestFails(ida, most_failed_tries), "failures") &&
           check(IDASetMaxConvFails(ida, most_failed_tries), "failures") &&
           (model.crossing_count == 0 ||
            (check(IDARootInit(ida, static_cast<int>(model.crossing_count), roots), "roots") &&
             check(IDASetNoInactiveRootWarn(ida), "roots")));
}

bool IdaIntegrator::begin() {
    double const first_step = choose_first_step();
    get_point();
    jacobian_residuals_ = 0;
    void* ida = ida_.get();
    return check(IDAReInit(ida, instance_.time(), y_.get(), ydot_.get()), "restart") &&
           check(IDASetInitStep(ida, first_step), "first step") &&
           (stop() <= instance_.time() || check(IDASetStopTime(ida, stop()), "stop time"));
}

bool IdaIntegrator::move_stop() { return check(IDASetStopTime(ida_.get(), stop()), "stop time"); }

SteppingIntegrator::Step IdaIntegrator::step() {
    double time = instance_.time();
    last_flag_ = IDASolve(ida_.get(), stop(), &time, y_.get(), ydot_.get(), IDA_ONE_STEP);
    if (last_flag_ < 0) return {StepResult::failed, time};
    if (last_flag_ != IDA_ROOT_RETURN) return {StepResult::stepped, time};
    double reached = time;
    if (IDAGetCurrentTime(ida_.get(), &reached) < 0) reached = time;
    return {StepResult::crossing, leave_border(time, reached)};
}

bool IdaIntegrator::interpolate(double time, double* states) {
    if (IDAGetDky(ida_.get(), time, 0, y_.get()) != IDA_SUCCESS) return false;
    std::copy_n(N_VGetArrayPointer(y_.get()), instance_.model().state_count, states);
    return true;
}

std::string IdaIntegrator::failure_text() const {
    if (last_flag_ >= 0) return "";
    if (last_flag_ == IDA_ERR_FAIL) return "no step is short enough for the tolerance";
    if (last_flag_ == IDA_CONV_FAIL) return "the equations of a step cannot be solved, however short it is";
    return "the residuals cannot be computed";
}

void IdaIntegrator::add_work(IntegratorStatistics& sum) const {
    long steps = 0;
    long residual_calls = 0;
    long jacobian_calls = 0;
    long difference_calls = 0;
    long error_test_failures = 0;
    long convergence_failures = 0;
    void* ida = ida_.get();
    if (IDAGetNumSteps(ida, &steps) < 0 || steps == 0) return;
    IDAGetNumResEvals(ida, &residual_calls);
    IDAGetNumJacEvals(ida, &jacobian_calls);
    IDAGetNumLinResEvals(ida, &difference_calls);
    IDAGetNumErrTestFails(ida, &error_test_failures);
    IDAGetNumNonlinSolvConvFails(ida, &convergence_failures);
    sum.steps += steps;
    sum.derivative_calls += residual_calls + difference_calls + jacobian_residuals_;
    sum.jacobian_calls += jacobian_calls;
    sum.error_test_failures += error_test_failures;
    sum.convergence_failures += convergence_failures;
}

}  // namespace moo::runtime
