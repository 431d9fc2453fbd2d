// CVODE with our interface.
#pragma once

#include "runtime/solvers/state_jacobian.h"
#include "runtime/solvers/stepping_integrator.h"
#include "runtime/solvers/sundials_handles.h"

namespace moo::runtime {

// Backward differentiation formulas of order one to five, or Adams-Moulton formulas of order one to twelve; Newton
// iteration; roots by CVODE's own search.
//
// CVODE restarts at order one after each event, and its error control then chooses the first steps as long as the
// tolerance permits. If the next event is closer than such a step, a crossing and its reverse would happen within one
// step and be missed, and motion smaller than the absolute tolerance would be noise. So the first step after an event
// is a small part of the estimated time to the next crossing, and as long as a crossing is near the absolute tolerance
// shrinks with the scale of the motion until then.
class CvodeIntegrator final : public SteppingIntegrator {
public:
    enum class Method { bdf, adams };

    CvodeIntegrator(Instance& instance, IntegratorOptions const& options, Method method);

    // Sets up the solver; false: reported.
    [[nodiscard]] bool create();

protected:
    bool begin() override;
    bool move_stop() override;
    Step step() override;
    bool interpolate(double time, double* states) override;
    void add_work(IntegratorStatistics& sum) const override;
    std::string failure_text() const override;

private:
    struct MemoryDeleter {
        void operator()(void* memory) const;
    };

    static int derivatives(realtype time, N_Vector y, N_Vector ydot, void* self);
    static int roots(realtype time, N_Vector y, realtype* z, void* self);
    static int weights(N_Vector y, N_Vector weight, void* self);
    static int jacobian(realtype time, N_Vector y, N_Vector fy, SUNMatrix matrix, void* self, N_Vector, N_Vector,
                        N_Vector);
    static void keep_error(int code, char const* module, char const* function, char* text, void* self);

    [[nodiscard]] bool configure();
    [[nodiscard]] bool check(int flag, char const* doing);

    Method method_;
    StateJacobian jacobian_;
    std::int64_t jacobian_derivatives_ = 0;
    std::string last_error_;
    int last_flag_ = 0;

    // In this order, because the first is destroyed last.
    OwnedContext context_;
    OwnedVector y_;
    OwnedMatrix matrix_;
    OwnedLinearSolver linear_solver_;
    std::unique_ptr<void, MemoryDeleter> cvode_;
};

}  // namespace moo::runtime
