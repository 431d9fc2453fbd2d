#include "runtime/math/newton.h"

#include <Eigen/LU>
#include <Eigen/QR>
#include <cmath>

namespace moo::runtime {

namespace {

// J d = -r in scaled form: rows and columns are brought to a common size first, so that the condition
// number says something about the equations and not about their units.
class ScaledJacobian {
public:
    ScaledJacobian(Eigen::MatrixXd const& jacobian, Eigen::VectorXd const& unknown_size) : columns_(unknown_size) {
        Eigen::MatrixXd scaled = jacobian * columns_.asDiagonal();
        rows_ = scaled.rowwise().lpNorm<1>();
        for (double& size : rows_) size = size > 0.0 ? size : 1.0;
        scaled = rows_.cwiseInverse().asDiagonal() * scaled;
        lu_.compute(scaled);
        // Eigen estimates the reciprocal condition from the factors; a zero pivot makes that NaN.
        double const rcond = lu_.rcond();
        rcond_ = std::isfinite(rcond) ? rcond : 0.0;
        matrix_ = std::move(scaled);
    }

    [[nodiscard]] double rcond() const { return rcond_; }
    [[nodiscard]] double weighted_norm(Eigen::VectorXd const& residual) const {
        return residual.cwiseQuotient(rows_).lpNorm<Eigen::Infinity>();
    }
    [[nodiscard]] Eigen::VectorXd step(Eigen::VectorXd const& residual) const {
        return columns_.cwiseProduct(lu_.solve(-residual.cwiseQuotient(rows_)));
    }
    // The shortest of the steps that come closest; defined for any rank.
    [[nodiscard]] Eigen::VectorXd least_squares_step(Eigen::VectorXd const& residual) const {
        return columns_.cwiseProduct(matrix_.completeOrthogonalDecomposition().solve(-residual.cwiseQuotient(rows_)));
    }

private:
    Eigen::VectorXd columns_;
    Eigen::VectorXd rows_;
    Eigen::MatrixXd matrix_;
    Eigen::PartialPivLU<Eigen::MatrixXd> lu_;
    double rcond_ = 0.0;
};

Eigen::VectorXd sizes(Eigen::VectorXd const& x, Eigen::VectorXd const& nominal) { return x.cwiseAbs() + nominal; }

bool evaluate(NonlinearSystem& system, Eigen::VectorXd const& x, Eigen::VectorXd& r) {
    return system.residual(x, r) && r.allFinite();
}

}  // namespace

char const* describe(NewtonResult result) {
    switch (result) {
        case NewtonResult::converged: return "solved";
        case NewtonResult::singular: return "the system is singular";
        case NewtonResult::no_progress: return "no step makes the residual smaller";
        case NewtonResult::too_many_iterations: return "the iteration does not converge";
        case NewtonResult::not_finite: return "the equations cannot be evaluated at the start of the iteration";
    }
    return "";
}

NewtonResult solve_linear(NonlinearSystem& system, Eigen::VectorXd const& nominal, Eigen::VectorXd& x,
                          NewtonOptions const& options) {
    constexpr int max_refinements = 3;
    Eigen::VectorXd r(x.size());
    Eigen::MatrixXd j = Eigen::MatrixXd::Zero(x.size(), x.size());
    if (!evaluate(system, x, r) || !system.jacobian(x, j) || !j.allFinite()) return NewtonResult::not_finite;
    ScaledJacobian const scaled(j, nominal);
    if (scaled.rcond() < options.singular_below) return NewtonResult::singular;
    x += scaled.step(r);
    for (int refinement = 0; refinement < max_refinements; ++refinement) {
        if (!x.allFinite() || !evaluate(system, x, r)) return NewtonResult::not_finite;
        Eigen::VectorXd const d = scaled.step(r);
        if (d.cwiseQuotient(sizes(x, nominal)).lpNorm<Eigen::Infinity>() < 1e-15) return NewtonResult::converged;
        x += d;
    }
    if (!evaluate(system, x, r)) return NewtonResult::not_finite;
    double const error = scaled.step(r).cwiseQuotient(sizes(x, nominal)).lpNorm<Eigen::Infinity>();
    return error <= options.stall_tolerance ? NewtonResult::converged : NewtonResult::no_progress;
}

NewtonResult solve_newton(NonlinearSystem& system, Eigen::VectorXd const& nominal, Eigen::VectorXd& x,
                          NewtonOptions const& options) {
    Eigen::VectorXd r(x.size());
    if (!evaluate(system, x, r)) return NewtonResult::not_finite;
    Eigen::MatrixXd j(x.size(), x.size());
    Eigen::VectorXd trial_r(x.size());
    for (int iteration = 0; iteration < options.max_iterations; ++iteration) {
        if (r.isZero(0.0)) return NewtonResult::converged;
        j.setZero();
        if (!system.jacobian(x, j) || !j.allFinite()) return NewtonResult::not_finite;
        ScaledJacobian const scaled(j, sizes(x, nominal));
        bool const singular = scaled.rcond() < options.singular_below;
        Eigen::VectorXd const d = singular ? scaled.least_squares_step(r) : scaled.step(r);
        double const norm = scaled.weighted_norm(r);
        double const change = d.cwiseQuotient(sizes(x, nominal)).lpNorm<Eigen::Infinity>();

        // Where the iteration ends on its last step, a residual of rounding errors need not fall any more.
        bool const last = !singular && change < options.step_tolerance;
        double fraction = 1.0;
        bool accepted = false;
        Eigen::VectorXd trial;
        for (int halving = 0; halving <= options.max_halvings && !accepted; ++halving, fraction *= 0.5) {
            trial = x + fraction * d;
            if (!trial.allFinite() || !evaluate(system, trial, trial_r)) continue;
            accepted = last || scaled.weighted_norm(trial_r) <= (1.0 - 1e-4 * fraction) * norm;
        }
        if (!accepted) {
            if (!singular && norm < options.stall_tolerance && change < options.stall_tolerance) {
                return NewtonResult::converged;
            }
            return singular ? NewtonResult::singular : NewtonResult::no_progress;
        }
        x = trial;
        r.swap(trial_r);
        if (last) return NewtonResult::converged;
    }
    return NewtonResult::too_many_iterations;
}

}  // namespace moo::runtime
