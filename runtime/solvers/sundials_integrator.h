// The common part of the integrators of SUNDIALS.
#pragma once

#include <string>

#include "runtime/solvers/stepping_integrator.h"
#include "runtime/solvers/sundials_handles.h"

namespace moo::runtime {

// The functions that all its packages have under different prefixes. `memory` is that of a solver.
struct SundialsPackage {
    void (*free)(void** memory);

    int (*set_error_handler)(void* memory, void (*)(int, char const*, char const*, char*, void*), void* self);
    int (*set_user_data)(void* memory, void* self);
    int (*set_tolerances)(void* memory, int (*)(N_Vector, N_Vector, void*));
    int (*set_most_error_failures)(void* memory, int count);
    int (*set_most_convergence_failures)(void* memory, int count);
    int (*set_linear_solver)(void* memory, SUNLinearSolver solver, SUNMatrix matrix);
    int (*set_stop_time)(void* memory, realtype time);
    int (*set_roots)(void* memory, int count);
    int (*set_no_inactive_root_warning)(void* memory);

    int (*get_current_time)(void* memory, realtype* time);
    int (*get_derivative)(void* memory, realtype time, int order, N_Vector y);
    int (*get_local_errors)(void* memory, N_Vector errors);
    int (*get_weights)(void* memory, N_Vector weights);
    int (*get_step_count)(void* memory, long* count);
    int (*get_error_failures)(void* memory, long* count);
    int (*get_jacobian_count)(void* memory, long* count);
    int (*get_difference_calls)(void* memory, long* count);  // for a Jacobian of its own
    int (*get_convergence_failures)(void* memory, long* count);
};

// A derived class makes a solver of its package, and calls the functions that only this package has.
class SundialsIntegrator : public SteppingIntegrator {
public:
    ~SundialsIntegrator() override;

protected:
    SundialsIntegrator(Instance& instance, IntegratorOptions const& options, SundialsPackage const& package)
        : SteppingIntegrator(instance, options), package_(package) {}

    // ---- of the package ----

    // One step of the solver, whose code it returns, with `y_` and `time` at its end.
    [[nodiscard]] virtual int evolve(double* time) = 0;
    // Computes the weights of all unknowns; false if one is infinite.
    [[nodiscard]] virtual bool weigh_unknowns(double now, double const* unknowns, double* weights) const {
        return compute_weights(now, unknowns, weights);
    }
    // The number of calls of derivatives or residuals, except those for Jacobians.
    [[nodiscard]] virtual std::int64_t count_calls() const = 0;

    // ---- for `create`, in this order; false: reported ----

    // The context, and `y_` with that many unknowns.
    [[nodiscard]] bool make_unknowns(std::size_t count);
    // Takes the ownership of the solver.
    [[nodiscard]] bool adopt(void* memory);
    // Applies the common settings, after the solver has been initialized.
    [[nodiscard]] bool configure();
    [[nodiscard]] bool set_linear_solver(OwnedMatrix matrix, OwnedLinearSolver solver);

    // Tells the solver how far it may go.
    [[nodiscard]] bool set_stop();
    // Reports a call that failed; `doing` is for the report.
    [[nodiscard]] bool check(int flag, char const* doing);
    [[nodiscard]] bool report_no_memory(char const* doing) { return check(-1, doing); }
    // "; the error is largest in …"; empty if the solver does not know.
    [[nodiscard]] std::string local_error_text() const;

    [[nodiscard]] void* memory() const { return memory_; }
    [[nodiscard]] SUNContext context() const { return context_.get(); }
    [[nodiscard]] N_Vector y() const { return y_.get(); }
    [[nodiscard]] double* unknowns() const { return N_VGetArrayPointer(y_.get()); }
    // The code of the last step.
    [[nodiscard]] int last_flag() const { return last_flag_; }

    // The argument `self` of callbacks.
    template <class Derived>
    [[nodiscard]] static Derived& from(void* self) {
        return static_cast<Derived&>(*static_cast<SundialsIntegrator*>(self));
    }

    std::int64_t jacobian_calls_ = 0;  // of derivatives or residuals, for our own Jacobians since `begin`

private:
    bool move_stop() final;
    Step step() final;
    bool interpolate(double time, double* states) final;
    void add_work(IntegratorStatistics& sum) const final;

    static int weights(N_Vector y, N_Vector weight, void* self);
    static void keep_error(int code, char const* module, char const* function, char* text, void* self);

    SundialsPackage const& package_;
    std::string last_error_;
    int last_flag_ = 0;

    // In this order, because the first is destroyed last. The solver is freed before all of them.
    OwnedContext context_;
    OwnedVector y_;
    OwnedMatrix matrix_;
    OwnedLinearSolver linear_solver_;
    void* memory_ = nullptr;
};

}  // namespace moo::runtime
