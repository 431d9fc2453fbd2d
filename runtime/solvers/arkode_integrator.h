// Runge-Kutta methods by ARKODE.
#pragma once

#include <arkode/arkode.h>

#include "runtime/solvers/state_jacobian.h"
#include "runtime/solvers/stepping_integrator.h"
#include "runtime/solvers/sundials_handles.h"

namespace moo::runtime {

class ArkodeIntegrator final : public SteppingIntegrator {
public:
    enum class Method {
        euler,             // explicit, order 1, fixed step only
        rk4,               // the classical one, fixed step only
        heun,              // explicit, order 2, embedded Euler
        bogacki_shampine,  // explicit, order 3(2)
        dormand_prince,    // explicit, order 5(4)
        esdirk4,           // diagonally implicit with an explicit first stage, order 4(3); Kennedy and Carpenter
        esdirk5,           // the same, order 5(4)
    };
    enum class StepKind { variable, fixed };

    ArkodeIntegrator(Instance& instance, IntegratorOptions const& options, Method method, StepKind step_kind);

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

    [[nodiscard]] bool is_implicit() const { return method_ == Method::esdirk4 || method_ == Method::esdirk5; }
    [[nodiscard]] bool has_fixed_step() const { return step_kind_ == StepKind::fixed; }
    [[nodiscard]] ARKRhsFn explicit_part() const { return is_implicit() ? nullptr : derivatives; }
    [[nodiscard]] ARKRhsFn implicit_part() const { return is_implicit() ? derivatives : nullptr; }
    [[nodiscard]] bool set_table();
    [[nodiscard]] bool set_newton();
    [[nodiscard]] bool check(int flag, char const* doing);

    Method method_;
    StepKind step_kind_;
    StateJacobian jacobian_;
    std::int64_t jacobian_derivatives_ = 0;
    std::string last_error_;
    int last_flag_ = 0;

    // In this order, because the first is destroyed last.
    OwnedContext context_;
    OwnedVector y_;
    OwnedMatrix matrix_;
    OwnedLinearSolver linear_solver_;
    std::unique_ptr<void, MemoryDeleter> arkode_;
};

}  // namespace moo::runtime
