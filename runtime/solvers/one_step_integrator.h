// The common base of our own implicit one-step methods, which start at full order right after an event.
#pragma once

#include <Eigen/Core>

#include "runtime/math/shifted_factors.h"
#include "runtime/solvers/state_jacobian.h"
#include "runtime/solvers/stepping_integrator.h"

namespace moo::runtime {

// A derived class makes a step and knows the states inside it. Crossings are detected here by the signs at both ends of
// a step, and located by bisection. Jacobians are found in colours and factorized by KLU where the model is large and
// sparse.
class OneStepIntegrator : public SteppingIntegrator {
public:
    OneStepIntegrator(Instance& instance, IntegratorOptions const& options);

    [[nodiscard]] static bool create() { return true; }

protected:
    // ---- provided by the method ----

    // The past is no longer valid.
    virtual void forget() = 0;
    // From `time_` and `y_`, where the derivatives are `rates_`, to `new_y_`. Returns the length of the step; none if
    // no step succeeds, and `failure_` says why.
    [[nodiscard]] virtual double make_step() = 0;
    // At the part `s` of the last step, from `last_y_` to `y_`.
    virtual void inside(double s, Eigen::Map<Eigen::VectorXd>& states) const = 0;

    // ---- used by the method ----

    [[nodiscard]] bool evaluate(double time, Eigen::VectorXd const& y, Eigen::VectorXd& rates);
    [[nodiscard]] bool take_jacobian();
    template <class Scalar>
    [[nodiscard]] bool factorize(ShiftedFactors<Scalar>& factors, Scalar sigma) const {
        if (!jacobian_.is_sparse()) return factors.compute(jacobian_.entries(), size_, sigma);
        return factors.compute(jacobian_.entries(), jacobian_.pattern().starts(), jacobian_.pattern().rows(), sigma);
    }
    // The longest step that the user and the stop time permit; leaves no tiny step before the stop time.
    [[nodiscard]] double limited(double h) const;
    // With smaller steps, time would not change.
    [[nodiscard]] double smallest_step() const;
    [[nodiscard]] double weighted_norm(Eigen::VectorXd const& vector) const {
        return vector.cwiseProduct(weights_).norm() / std::sqrt(static_cast<double>(size_));
    }

    Eigen::Index size_;
    double time_ = 0.0;
    double next_step_ = 0.0;
    Eigen::VectorXd y_;
    Eigen::VectorXd rates_;
    Eigen::VectorXd new_y_;
    Eigen::VectorXd last_y_;
    Eigen::VectorXd weights_;  // of the method's error test
    StateJacobian jacobian_;
    IntegratorStatistics work_;  // since the restart
    std::string failure_;

private:
    bool begin() final;
    bool move_stop() final { return true; }
    Step step() final;
    bool interpolate(double time, double* states) final;
    void add_work(IntegratorStatistics& sum) const final;
    std::string failure_text() const final { return failure_; }

    [[nodiscard]] double first_step();
    // Derivatives and signs at the end of a step.
    [[nodiscard]] bool look();
    [[nodiscard]] bool signs_at(double time, std::vector<double>& z);
    [[nodiscard]] Step find_crossing();

    double last_time_ = 0.0;
    std::vector<double> z_;
    std::vector<double> z_new_;
    std::vector<double> z_inside_;
    std::vector<double> states_inside_;
};

}  // namespace moo::runtime
