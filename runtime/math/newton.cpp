#include "runtime/math/newton.h"

#include <cmath>

namespace moo::runtime {

namespace {

Eigen::VectorXd sizes(Eigen::VectorXd const& x, Eigen::VectorXd const& nominal) { return x.cwiseAbs() + nominal; }

double relative_change(Eigen::VectorXd const& d, Eigen::VectorXd const& size) {
    return d.cwiseQuotient(size).lpNorm<Eigen::Infinity>();
}

bool evaluate(NonlinearSystem& system, Eigen::VectorXd const& x, Eigen::VectorXd& r) {
    return system.residual(x, r) && r.allFinite();
}

}  // namespace

Factors* DenseSystem::linearize(Eigen::VectorXd const& x, Eigen::VectorXd const& size) {
    matrix_.setZero(x.size(), x.size());
    if (!jacobian(x, matrix_) || !matrix_.allFinite()) return nullptr;
    factors_.compute(matrix_, size);
    return &factors_;
}

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

namespace {

// Equations that repeat each other leave unknowns undetermined, such as the shares of two closed switches in parallel.
// If they do not contradict each other, the solution closest to the previous values is taken.
NewtonResult solve_singular(NonlinearSystem& system, Factors& factors, Eigen::VectorXd& r, Eigen::VectorXd& x,
                            NewtonOptions const& options) {
    std::optional<Eigen::VectorXd> const shortest = factors.least_squares_step(r);
    if (!shortest) return NewtonResult::singular;
    x += *shortest;
    if (!x.allFinite() || !evaluate(system, x, r)) return NewtonResult::not_finite;
    return factors.weighted_norm(r) <= options.stall_tolerance ? NewtonResult::converged : NewtonResult::singular;
}

}  // namespace

NewtonResult solve_linear(NonlinearSystem& system, Eigen::VectorXd const& nominal, Eigen::VectorXd& x,
                          NewtonOptions const& options) {
    constexpr int max_refinements = 4;
    constexpr double rounding = 1e-14;
    Eigen::VectorXd r(x.size());
    Eigen::VectorXd d(x.size());
    // Always start from zero, so that the result depends only on known values, to the last bit. Starting from the last
    // values, rounding would differ from one pass of an event iteration to the next, and so would relations on their
    // border.
    Eigen::VectorXd const before = x;
    x.setZero();
    if (!evaluate(system, x, r)) return NewtonResult::not_finite;
    Factors* const factors = system.linearize(x, nominal);
    if (factors == nullptr) return NewtonResult::not_finite;
    if (factors->rcond() < options.singular_below) {
        x = before;
        if (!options.accepts_singular) return NewtonResult::singular;
        return evaluate(system, x, r) ? solve_singular(system, *factors, r, x, options) : NewtonResult::not_finite;
    }
    factors->step(r, d);
    x = d;
    double change = 0.0;
    for (int refinement = 0; refinement < max_refinements; ++refinement) {
        if (!x.allFinite() || !evaluate(system, x, r)) return NewtonResult::not_finite;
        factors->step(r, d);
        change = relative_change(d, sizes(x, nominal));
        if (change < rounding) return NewtonResult::converged;
        if (refinement + 1 < max_refinements) x += d;
    }
    // In an ill-conditioned system, such as one of closed and open switches, rounding alone moves x by cond(A)·ε. If
    // the residuals are as small as rounding errors of their terms, x solves a system close to this one (Higham,
    // Accuracy and Stability of Numerical Algorithms, theorem 7.1), and no other x is better.
    constexpr double backward_error = 1e-13;
    double const largest = sizes(x, nominal).cwiseQuotient(nominal).maxCoeff();  // the weights are for nominal values
    bool const is_solved =
        change <= options.stall_tolerance || factors->weighted_norm(r) <= backward_error * largest;
    return is_solved ? NewtonResult::converged : NewtonResult::no_progress;
}

NewtonResult solve_newton(NonlinearSystem& system, Eigen::VectorXd const& nominal, Eigen::VectorXd& x,
                          NewtonOptions const& options) {
    Eigen::VectorXd r(x.size());
    if (!evaluate(system, x, r)) return NewtonResult::not_finite;
    Eigen::VectorXd d(x.size());
    Eigen::VectorXd trial(x.size());
    Eigen::VectorXd trial_r(x.size());
    for (int iteration = 0; iteration < options.max_iterations; ++iteration) {
        if (r.isZero(0.0)) return NewtonResult::converged;
        Eigen::VectorXd const size = sizes(x, nominal);
        Factors* const factors = system.linearize(x, size);
        if (factors == nullptr) return NewtonResult::not_finite;
        bool const singular = factors->rcond() < options.singular_below;
        if (singular) {
            std::optional<Eigen::VectorXd> const shortest = factors->least_squares_step(r);
            if (!shortest) return NewtonResult::singular;
            d = *shortest;
        } else {
            factors->step(r, d);
        }
        double const norm = factors->weighted_norm(r);
        double const change = relative_change(d, size);

        // If the iteration ends with its last step, a residual of rounding errors need not decrease any more.
        bool last = !singular && change < options.step_tolerance;
        double fraction = 1.0;
        bool accepted = false;
        for (int halving = 0; halving <= options.max_halvings && !accepted; ++halving, fraction *= 0.5) {
            trial = x + fraction * d;
            if (system.project(trial)) last = false;
            if (!trial.allFinite() || !evaluate(system, trial, trial_r)) continue;
            accepted = last || factors->weighted_norm(trial_r) <= (1.0 - 1e-4 * fraction) * norm;
        }
        if (!accepted) {
            bool const stalled = !singular && norm < options.stall_tolerance && change < options.stall_tolerance;
            // The last values that the model computes must be those of the solution.
            if (stalled && evaluate(system, x, r)) return NewtonResult::converged;
            return singular ? NewtonResult::singular : NewtonResult::no_progress;
        }
        x.swap(trial);
        r.swap(trial_r);
        if (last) return NewtonResult::converged;
    }
    return NewtonResult::too_many_iterations;
}

}  // namespace moo::runtime
