// Newton iteration for systems of equations.
#pragma once

#include <Eigen/Core>

#include "runtime/math/factors.h"

namespace moo::runtime {

// residual(x) = 0. A function returns false where it cannot be computed, for instance because of the logarithm of a
// negative number; the iteration then avoids that region.
class NonlinearSystem {
public:
    virtual ~NonlinearSystem() = default;
    [[nodiscard]] virtual bool residual(Eigen::VectorXd const& x, Eigen::VectorXd& r) = 0;
    // The factorized Jacobian at x, where the residual has just been computed; null if there is none. `size` is the
    // magnitude of each unknown. Valid until the next call.
    [[nodiscard]] virtual Factors* linearize(Eigen::VectorXd const& x, Eigen::VectorXd const& size) = 0;
    // Moves x into the region where unknowns may be. True if this changed something.
    virtual bool project(Eigen::VectorXd&) const { return false; }
};

// A system that knows its whole Jacobian.
class DenseSystem : public NonlinearSystem {
public:
    // Zero on entry.
    [[nodiscard]] virtual bool jacobian(Eigen::VectorXd const& x, Eigen::MatrixXd& j) = 0;
    Factors* linearize(Eigen::VectorXd const& x, Eigen::VectorXd const& size) override;

private:
    Eigen::MatrixXd matrix_;
    DenseFactors factors_;
};

struct NewtonOptions {
    int max_iterations = 100;
    // A step is halved at most this often in search of a smaller residual.
    int max_halvings = 30;
    // Converged if a full step changes no unknown by more than this, relative to |x| + nominal.
    double step_tolerance = 1e-10;
    // If rounding keeps the residual from shrinking further, it may be this large relative to its terms.
    double stall_tolerance = 1e-8;
    // Below this reciprocal condition number a scaled Jacobian counts as singular.
    double singular_below = 1e-14;
    // Whether a singular linear system that has solutions counts as solved.
    bool accepts_singular = true;
};

enum class NewtonResult { converged, singular, no_progress, too_many_iterations, not_finite };

[[nodiscard]] char const* describe(NewtonResult result);

// Solves a system that is linear in x: one factorization, one step from `x`, and refinement steps with the same factors
// if rounding left a residual (the start may have been far away). The last residual that it computes is that of the
// solution. For a singular system that has solutions, the result is the one closest to `x`.
[[nodiscard]] NewtonResult solve_linear(NonlinearSystem& system, Eigen::VectorXd const& nominal, Eigen::VectorXd& x,
                                        NewtonOptions const& options = {});

// Damped Newton iteration from `x`. Each step solves J d = -r; it is halved until the norm of D r falls,
// where the diagonal D weighs each equation by the size of its terms, (D⁻¹)_i = Σ_j |J_ij| (|x_j| + nominal_j).
// That makes the test independent of the units of equations and unknowns.
[[nodiscard]] NewtonResult solve_newton(NonlinearSystem& system, Eigen::VectorXd const& nominal, Eigen::VectorXd& x,
                                        NewtonOptions const& options = {});

}  // namespace moo::runtime
