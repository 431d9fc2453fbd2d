// Explicit Runge-Kutta methods by ARKODE.
#pragma once

#include "runtime/solvers/stepping_integrator.h"
#include "runtime/solvers/sundials_handles.h"

namespace moo::runtime {

class ArkodeIntegrator final : public SteppingIntegrator {
public:
    enum class Method {
        euler,    // fixed step
        rk4,      // the classical one, fixed step
        dopri45,  // Dormand and Prince, variable step
    };

    ArkodeIntegrator(Instance& instance, IntegratorOptions const& options, Method method);

    // Sets up the solver; false: reported.
    [[nodiscard]] bool create();

protected:
    bool begin() override;
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
    static void keep_error(int code, char const* module, char const* function, char* text, void* self);

    [[nodiscard]] bool has_fixed_step() const { return method_ != Method::dopri45; }
    [[nodiscard]] bool set_table();
    [[nodiscard]] bool check(int flag, char const* doing);

    Method method_;
    std::string last_error_;
    int last_flag_ = 0;

    // In this order: what is destroyed last comes first.
    OwnedContext context_;
    OwnedVector y_;
    std::unique_ptr<void, MemoryDeleter> arkode_;
};

}  // namespace moo::runtime
