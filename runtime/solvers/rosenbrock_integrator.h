// Our implementation of a Rosenbrock method.
#pragma once

#include "runtime/solvers/one_step_integrator.h"

namespace moo::runtime {

// RODAS of order 4 with an embedded method of order 3, stiffly accurate (Hairer, Wanner: "Solving Ordinary Differential
// Equations II", section IV.7). With W = I/(h γ) - J its stages are linear systems:
//
//     W k_i = f(t + α_i h, y + Σ_j a_ij k_j) + Σ_j c_ij/h k_j + h γ_i ∂f/∂t
//
// and the new y is y + Σ m_i k_i; the last stage is the estimate of its error. Points within a step come from the
// method's own continuous extension of order 3, which needs no derivatives and so stays good for stiff models.
class RosenbrockIntegrator final : public OneStepIntegrator {
public:
    RosenbrockIntegrator(Instance& instance, IntegratorOptions const& options);

private:
    static constexpr int stage_count = 6;

    void forget() override {}
    double make_step() override;
    void inside(double s, Eigen::Map<Eigen::VectorXd>& states) const override;

    // Computes ∂f/∂t by a difference.
    [[nodiscard]] bool take_time_derivative();
    // Tries a step of length h. Returns its error relative to the tolerance; infinity if it cannot be computed.
    [[nodiscard]] double attempt(double h);

    Eigen::VectorXd time_derivative_;
    Eigen::VectorXd at_;
    Eigen::VectorXd right_;
    Eigen::MatrixXd stages_;
    Eigen::VectorXd second_;  // of the continuous extension
    Eigen::VectorXd third_;
    ShiftedFactors<double> factors_;
};

}  // namespace moo::runtime
