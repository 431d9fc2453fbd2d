// The integrator IDA: solves the integration system as one differential-algebraic system.
#pragma once

#include "runtime/instance/host_memory.h"
#include "runtime/solvers/coloured_pattern.h"
#include "runtime/solvers/sundials_integrator.h"

namespace moo::runtime {

// F(t, y, y') = 0, where y are the states and those iteration variables of blocks that are not derivatives. The
// residuals of a block become equations of F, and the block is not solved separately; an assigned derivative gives the
// equation x' - value. This is the residual view of a MOO document.
class IdaIntegrator final : public SundialsIntegrator, private ResidualCollector {
public:
    IdaIntegrator(Instance& instance, IntegratorOptions const& options);
    ~IdaIntegrator() override;

    // Sets up the solver; false: reported.
    [[nodiscard]] bool create();

private:
    static SundialsPackage const package;

    enum class Mode { find, evaluate };

    static int residual(realtype time, N_Vector y, N_Vector ydot, N_Vector r, void* self);
    static int roots(realtype time, N_Vector y, N_Vector ydot, realtype* z, void* self);
    static int jacobian(realtype time, realtype c, N_Vector y, N_Vector ydot, N_Vector r, SUNMatrix matrix, void* self,
                        N_Vector shifted, N_Vector shifted_dot, N_Vector shifted_r);

    bool begin() override;
    int evolve(double* time) override;
    bool weigh_unknowns(double now, double const* unknowns, double* weights) const override;
    std::int64_t count_calls() const override;
    std::string failure_text() const override;

    // Implements ResidualCollector: records a block and solves it, or computes its residuals.
    MooStatus take(MooInstance* m, MooBlock const& block) override;
    [[nodiscard]] bool find_blocks();
    void get_point();
    [[nodiscard]] bool set_newton();

    Mode mode_ = Mode::find;
    std::vector<MooBlock const*> blocks_;
    std::vector<std::uint32_t> algebraic_;  // slots of the part of y that follows the states
    std::vector<std::uint8_t> is_given_;    // by state: its derivative is an unknown of a block
    std::uint32_t assigned_derivatives_ = 0;
    ColouredPattern pattern_;
    std::vector<double> jacobian_weights_;
    double* residuals_ = nullptr;  // where the residuals of the next block go

    OwnedVector ydot_;
    OwnedVector id_;
};

}  // namespace moo::runtime
