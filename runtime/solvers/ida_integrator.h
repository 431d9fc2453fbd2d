// IDA with our interface: the integration system as one differential-algebraic system.
#pragma once

#include "runtime/instance/host_memory.h"
#include "runtime/solvers/coloured_pattern.h"
#include "runtime/solvers/stepping_integrator.h"
#include "runtime/solvers/sundials_handles.h"

namespace moo::runtime {

// F(t, y, y') = 0, where y are the states and those iteration variables of blocks that are not derivatives. A block's
// residuals are equations of F instead of being solved separately; a derivative that is assigned gives the equation x'
// - value. The residual view of a MOO document has the same form.
class IdaIntegrator final : public SteppingIntegrator, private ResidualCollector {
public:
    IdaIntegrator(Instance& instance, IntegratorOptions const& options);
    ~IdaIntegrator() override;

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
    enum class Mode { find, evaluate };

    static int residual(realtype time, N_Vector y, N_Vector ydot, N_Vector r, void* self);
    static int roots(realtype time, N_Vector y, N_Vector ydot, realtype* z, void* self);
    static int weights(N_Vector y, N_Vector weight, void* self);
    static int jacobian(realtype time, realtype c, N_Vector y, N_Vector ydot, N_Vector r, SUNMatrix matrix, void* self,
                        N_Vector shifted, N_Vector shifted_dot, N_Vector shifted_r);
    static void keep_error(int code, char const* module, char const* function, char* text, void* self);

    // Of ResidualCollector: notes a block and solves it, or computes its residuals.
    MooStatus take(MooInstance* m, MooBlock const& block) override;
    [[nodiscard]] bool find_blocks();
    [[nodiscard]] bool check(int flag, char const* doing);
    void get_point();
    [[nodiscard]] bool unknown_weights(double now, double const* unknowns, double* weights) const;

    Mode mode_ = Mode::find;
    std::vector<MooBlock const*> blocks_;
    std::vector<std::uint32_t> algebraic_;  // slots after the states in y
    std::vector<std::uint8_t> is_given_;    // by state: its derivative is an unknown of a block
    std::uint32_t assigned_derivatives_ = 0;
    ColouredPattern pattern_;
    bool is_sparse_ = false;
    std::vector<double> jacobian_weights_;
    std::int64_t jacobian_residuals_ = 0;
    double* residuals_ = nullptr;  // where the next block puts its own
    std::string last_error_;
    int last_flag_ = 0;

    // In this order, because the first is destroyed last.
    OwnedContext context_;
    OwnedVector y_;
    OwnedVector ydot_;
    OwnedVector id_;
    OwnedMatrix matrix_;
    OwnedLinearSolver linear_solver_;
    std::unique_ptr<void, MemoryDeleter> ida_;
};

}  // namespace moo::runtime
