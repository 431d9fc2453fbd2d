// CVODE behind our interface.
#pragma once

#include <nvector/nvector_serial.h>
#include <sundials/sundials_linearsolver.h>
#include <sundials/sundials_matrix.h>

#include <memory>
#include <string>
#include <vector>

#include "runtime/solvers/crossings.h"
#include "runtime/solvers/integrator.h"

namespace moo::runtime {

// Backward differentiation formulas of order one to five, Newton iteration with a dense Jacobian from
// differences, roots by CVODE's own search.
//
// CVODE restarts at order one after each event, and its error control then chooses the first steps as long
// as the tolerance permits. Where the next event is closer than such a step, a crossing and its reverse would
// fall into one step and be missed, and motion smaller than the absolute tolerance would be noise. So the
// first step after an event is a small part of the estimated time to the next crossing, and as long as a
// crossing is near the absolute tolerance shrinks with the scale of the motion until then.
class CvodeIntegrator final : public Integrator {
public:
    CvodeIntegrator(Instance& instance, IntegratorOptions const& options);

    // Sets up the solver; false: reported.
    [[nodiscard]] bool create();

    bool restart(double stop) override;
    AdvanceResult advance(double target) override;
    IntegratorStatistics statistics() const override;

private:
    struct ContextDeleter {
        void operator()(SUNContext context) const { SUNContext_Free(&context); }
    };
    struct VectorDeleter {
        void operator()(N_Vector vector) const { N_VDestroy(vector); }
    };
    struct MatrixDeleter {
        void operator()(SUNMatrix matrix) const { SUNMatDestroy(matrix); }
    };
    struct LinearSolverDeleter {
        void operator()(SUNLinearSolver solver) const { SUNLinSolFree(solver); }
    };
    struct MemoryDeleter {
        void operator()(void* memory) const;
    };
    template <class Handle, class Deleter>
    using Owned = std::unique_ptr<std::remove_pointer_t<Handle>, Deleter>;

    static int compute_derivatives(realtype time, N_Vector y, N_Vector ydot, void* self);
    static int compute_roots(realtype time, N_Vector y, realtype* z, void* self);
    static int compute_weights(N_Vector y, N_Vector weight, void* self);
    static void keep_error(int code, char const* module, char const* function, char* text, void* self);

    [[nodiscard]] double absolute_tolerance_share() const;
    [[nodiscard]] bool configure();
    [[nodiscard]] bool check(int flag, char const* doing);
    [[nodiscard]] AdvanceResult run(double target);
    [[nodiscard]] double leave_border(double root);
    [[nodiscard]] AdvanceResult step_over_gap(double target);
    [[nodiscard]] bool choose_first_step(double stop);
    void add_run_statistics(IntegratorStatistics& sum) const;
    void report_failure(int flag);
    [[nodiscard]] std::string worst_state() const;

    Instance& instance_;
    IntegratorOptions options_;
    Crossings crossings_;
    IntegratorStatistics statistics_;  // of the runs before the last restart
    std::string last_error_;
    double near_;  // a crossing that is closer in time counts as near
    double relative_tolerance_ = 0.0;
    std::vector<double> absolute_tolerance_;
    double stop_ = 0.0;
    double restart_time_ = 0.0;
    double next_crossing_ = 0.0;  // estimated at the last restart: how long until then
    bool fresh_ = true;           // no step since the restart

    // In this order: what is destroyed last comes first.
    Owned<SUNContext, ContextDeleter> context_;
    Owned<N_Vector, VectorDeleter> y_;
    Owned<SUNMatrix, MatrixDeleter> matrix_;
    Owned<SUNLinearSolver, LinearSolverDeleter> linear_solver_;
    std::unique_ptr<void, MemoryDeleter> cvode_;
};

}  // namespace moo::runtime
