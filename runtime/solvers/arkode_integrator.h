// Runge-Kutta methods by ARKODE.
#pragma once

#include <arkode/arkode.h>

#include "runtime/solvers/sundials_ode_integrator.h"

namespace moo::runtime {

class ArkodeIntegrator final : public SundialsOdeIntegrator {
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

private:
    static SundialsPackage const package;

    bool begin() override;
    int evolve(double* time) override;
    std::int64_t count_calls() const override;
    std::string failure_text() const override;

    [[nodiscard]] bool is_implicit() const { return method_ == Method::esdirk4 || method_ == Method::esdirk5; }
    [[nodiscard]] bool has_fixed_step() const { return step_kind_ == StepKind::fixed; }
    [[nodiscard]] ARKRhsFn explicit_part() const { return is_implicit() ? nullptr : derivatives; }
    [[nodiscard]] ARKRhsFn implicit_part() const { return is_implicit() ? derivatives : nullptr; }
    [[nodiscard]] bool set_table();
    [[nodiscard]] bool set_iteration();

    Method method_;
    StepKind step_kind_;
};

}  // namespace moo::runtime
