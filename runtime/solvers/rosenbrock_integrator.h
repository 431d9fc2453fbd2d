// A Rosenbrock method of our own: implicit, one step, so that it starts at full order behind each event.
#pragma once

#include <Eigen/Core>
#include <Eigen/LU>

#include "runtime/solvers/stepping_integrator.h"

namespace moo::runtime {

// RODAS of order 4 with an embedded method of order 3, stiffly accurate (Hairer, Wanner: "Solving Ordinary Differential
// Equations II", section IV.7). With W = I/(h γ) - J its stages are linear systems:
//
//     W k_i = f(t + α_i h, y + Σ_j a_ij k_j) + Σ_j c_ij/h k_j + h γ_i ∂f/∂t
//
// and the new y is y + Σ m_i k_i; the last stage is the estimate of its error. Points within a step come from the cubic
// that has values and derivatives of both ends. Crossings are looked for by the signs at both ends and closed in on by
// bisection.
class RosenbrockIntegrator final : public SteppingIntegrator {
public:
    RosenbrockIntegrator(Instance& instance, IntegratorOptions const& options);

    [[nodiscard]] static bool create() { return true; }

protected:
    bool begin() override;
    Step step() override;
    bool interpolate(double time, double* states) override;
    void add_work(IntegratorStatistics& sum) const override;
    std::string failure_text() const override { return failure_; }

private:
    [[nodiscard]] bool evaluate(double time, Eigen::VectorXd const& y, Eigen::VectorXd& rates);
    [[nodiscard]] bool take_jacobian();
    // Tries a step of length h from the current point; the size of its error relative to the tolerance, infinity if it
    // cannot be computed.
    [[nodiscard]] double attempt(double h);
    [[nodiscard]] double first_step();
    [[nodiscard]] Step accept(double h);
    [[nodiscard]] bool signs_at(double time, std::vector<double>& z);

    Eigen::Index size_;
    double time_ = 0.0;       // the end of the last step
    double last_time_ = 0.0;  // and its beginning
    double next_step_ = 0.0;
    Eigen::VectorXd y_;
    Eigen::VectorXd rates_;
    Eigen::VectorXd last_y_;
    Eigen::VectorXd last_rates_;
    Eigen::VectorXd new_y_;
    Eigen::VectorXd time_derivative_;
    Eigen::MatrixXd jacobian_;
    Eigen::MatrixXd stages_;
    Eigen::PartialPivLU<Eigen::MatrixXd> factors_;
    std::vector<double> z_;
    std::vector<double> z_new_;
    IntegratorStatistics work_;  // since the restart
    std::string failure_;
};

}  // namespace moo::runtime
