#include "runtime/solvers/radau_integrator.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace moo::runtime {

namespace {

constexpr int max_iterations = 7;
constexpr double safety = 0.9;
// A Jacobian stays as long as the iteration contracts better than this.
constexpr double good_contraction = 0.001;
// Steps that would grow by less than this stay as they are, and the factors with them.
constexpr double idle_growth = 1.2;
constexpr double most_growth = 8.0;
constexpr double most_shrinking = 5.0;
constexpr double rounding_unit = std::numeric_limits<double>::epsilon();

}  // namespace

RadauIntegrator::RadauIntegrator(Instance& instance, IntegratorOptions const& options)
    : OneStepIntegrator(instance, options),
      newton_tolerance_(
          std::max(10.0 * rounding_unit / relative_tolerance_, std::min(0.03, std::sqrt(relative_tolerance_)))),
      third_(Eigen::VectorXd::Zero(size_)),
      at_(size_),
      error_(size_),
      complex_(size_) {
    for (auto* stages : {&z_stage_, &w_, &f_, &polynomial_}) {
        for (Eigen::VectorXd& stage : *stages) stage.setZero(size_);
    }
}

void RadauIntegrator::forget() {
    first_ = true;
    rejected_ = false;
    jacobian_is_current_ = false;
    jacobian_is_good_ = false;
    factored_step_ = 0.0;
    error_factor_ = 1.0;
}

bool RadauIntegrator::prepare(double h) {
    if (!jacobian_is_good_) {
        if (!take_jacobian()) return false;
        jacobian_is_current_ = true;
        jacobian_is_good_ = true;
        factored_step_ = 0.0;
    }
    if (factored_step_ == h) return true;
    if (!factorize(real_factors_, radau::gamma / h) ||
        !factorize(complex_factors_, std::complex<double>(radau::alpha / h, radau::beta / h))) {
        factored_step_ = 0.0;
        shrink_ = 0.5;
        return true;
    }
    factored_step_ = h;
    return true;
}

void RadauIntegrator::guess_stages(double h) {
    if (first_) {
        for (int i = 0; i < 3; ++i) {
            z_stage_[static_cast<std::size_t>(i)].setZero();
            w_[static_cast<std::size_t>(i)].setZero();
        }
        return;
    }
    // The polynomial of the last step, with s = 0 at its end, as differences from there.
    for (std::size_t i = 0; i < 3; ++i) {
        double const s = radau::c[i] * h / last_step_;
        z_stage_[i] = s * (polynomial_[0] +
                           (s - (radau::c[1] - 1.0)) * (polynomial_[1] + (s - (radau::c[0] - 1.0)) * polynomial_[2]));
    }
    for (std::size_t i = 0; i < 3; ++i) {
        w_[i] = radau::t_inverse[i][0] * z_stage_[0] + radau::t_inverse[i][1] * z_stage_[1] +
                radau::t_inverse[i][2] * z_stage_[2];
    }
}

// One simplified Newton step; `change` is its weighted norm.
bool RadauIntegrator::take_iteration(double h, double& change) {
    for (std::size_t i = 0; i < 3; ++i) {
        at_ = y_ + z_stage_[i];
        if (!evaluate(std::min(time_ + radau::c[i] * h, stop()), at_, f_[i])) return false;
    }
    auto const transformed = [&](std::size_t i) {
        return radau::t_inverse[i][0] * f_[0] + radau::t_inverse[i][1] * f_[1] + radau::t_inverse[i][2] * f_[2];
    };
    double const gamma = radau::gamma / h;
    double const alpha = radau::alpha / h;
    double const beta = radau::beta / h;
    at_ = transformed(0) - gamma * w_[0];
    complex_.real() = transformed(1) - alpha * w_[1] + beta * w_[2];
    complex_.imag() = transformed(2) - alpha * w_[2] - beta * w_[1];
    real_factors_.solve(at_);
    complex_factors_.solve(complex_);
    w_[0] += at_;
    w_[1] += complex_.real();
    w_[2] += complex_.imag();
    double const squares = at_.cwiseProduct(weights_).squaredNorm() +
                           complex_.real().cwiseProduct(weights_).squaredNorm() +
                           complex_.imag().cwiseProduct(weights_).squaredNorm();
    change = std::sqrt(squares / static_cast<double>(3 * size_));
    for (std::size_t i = 0; i < 3; ++i) {
        z_stage_[i] = radau::t[i][0] * w_[0] + radau::t[i][1] * w_[1] + radau::t[i][2] * w_[2];
    }
    return std::isfinite(change);
}

bool RadauIntegrator::iterate(double h) {
    error_factor_ = std::pow(std::max(error_factor_, rounding_unit), 0.8);
    contraction_ = good_contraction;
    shrink_ = 0.5;
    double last_change = 0.0;
    double last_quotient = 0.0;
    for (iterations_ = 1; iterations_ <= max_iterations; ++iterations_) {
        double change = 0.0;
        if (!take_iteration(h, change)) return false;
        if (iterations_ > 1 && iterations_ < max_iterations) {
            double const quotient = change / last_change;
            contraction_ = iterations_ == 2 ? quotient : std::sqrt(quotient * last_quotient);
            last_quotient = quotient;
            if (!(contraction_ < 0.99)) return false;
            error_factor_ = contraction_ / (1.0 - contraction_);
            int const left = max_iterations - 1 - iterations_;
            double const expected = error_factor_ * change * std::pow(contraction_, left) / newton_tolerance_;
            if (expected >= 1.0) {
                // The iteration would take too long; the step size with which it would not is known.
                double const excess = std::clamp(expected, 1e-4, 20.0);
                shrink_ = 0.8 * std::pow(excess, -1.0 / (4.0 + left));
                return false;
            }
        }
        last_change = std::max(change, rounding_unit);
        if (error_factor_ * change <= newton_tolerance_) return true;
    }
    return false;
}

double RadauIntegrator::estimate_error(double h) {
    at_ = (radau::e[0] * z_stage_[0] + radau::e[1] * z_stage_[1] + radau::e[2] * z_stage_[2]) / h;
    error_ = at_ + rates_;
    real_factors_.solve(error_);
    double size = std::max(weighted_norm(error_), 1e-10);
    if (size < 1.0 || !(first_ || rejected_)) return size;
    // The error is filtered once more, so that stiff components alone do not count as an error.
    error_ += y_;
    if (!evaluate(time_, error_, f_[0])) return size;
    error_ = f_[0] + at_;
    real_factors_.solve(error_);
    size = std::max(weighted_norm(error_), 1e-10);
    return size;
}

double RadauIntegrator::proposed_step(double h, double error) const {
    double const factor = std::min(safety, safety * (1 + 2 * max_iterations) / (iterations_ + 2 * max_iterations));
    double divisor = std::clamp(std::pow(error, 0.25) / factor, 1.0 / most_growth, most_shrinking);
    if (error < 1.0 && !first_) {
        double const predicted = last_step_ / h * std::pow(error * error / last_error_, 0.25) / safety;
        divisor = std::max(divisor, std::clamp(predicted, 1.0 / most_growth, most_shrinking));
    }
    return h / divisor;
}

// The polynomial through the beginning of the step and its stages, in powers of the distance from its end.
void RadauIntegrator::keep_polynomial() {
    polynomial_[0] = (z_stage_[1] - z_stage_[2]) / (radau::c[1] - 1.0);
    at_ = (z_stage_[0] - z_stage_[1]) / (radau::c[0] - radau::c[1]);
    polynomial_[1] = (at_ - polynomial_[0]) / (radau::c[0] - 1.0);
    polynomial_[2] = polynomial_[1] - (at_ - z_stage_[0] / radau::c[0]) / radau::c[1];
}

// A cubic through 0, c₁, c₂ and 1 misses y by y⁗/24 h⁴ s (s - c₁) (s - c₂) (s - 1), where the product is at most 0.024.
// Two polynomials in a row tell the fourth derivative.
double RadauIntegrator::longest_smooth_step(double h) {
    constexpr double largest_product = 0.024;
    double const share = relative_tolerance_ / options_.tolerance;
    at_ = polynomial_[2] / (h * h * h);
    double size = 0.0;
    if (!first_) {
        double const between = 0.5 * (h + last_step_);
        size = share * largest_product / 4.0 * h * h * h * h * weighted_norm((at_ - third_) / between);
    }
    third_.swap(at_);
    return h * std::clamp(std::pow(size + 1e-10, -0.25), 1.0 / most_shrinking, most_growth);
}

double RadauIntegrator::make_step() {
    if (!compute_weights(time_, y_.data(), weights_.data())) {
        failure_ = "the tolerance is too small for the arithmetic";
        return 0.0;
    }
    while (true) {
        double const h = limited(next_step_);
        if (!prepare(h)) return 0.0;
        guess_stages(h);
        if (factored_step_ != h || !iterate(h)) {
            ++work_.convergence_failures;
            if (!jacobian_is_current_) {
                // The reason may be the old Jacobian.
                jacobian_is_good_ = false;
            } else {
                rejected_ = true;
            }
            error_factor_ = 1.0;
            next_step_ = h * shrink_;
            if (next_step_ > smallest_step()) continue;
            failure_ = "the equations of a step cannot be solved, however short it is";
            return 0.0;
        }
        double const error = estimate_error(h);
        double const proposed = proposed_step(h, error);
        if (!(error < 1.0)) {
            ++work_.error_test_failures;
            rejected_ = true;
            next_step_ = first_ ? 0.1 * h : proposed;
            if (!jacobian_is_current_) jacobian_is_good_ = false;
            if (next_step_ > smallest_step()) continue;
            failure_ = "no step is short enough for the tolerance" + largest_error_text(error_.data(), weights_.data());
            return 0.0;
        }
        new_y_ = y_ + z_stage_[2];
        keep_polynomial();
        double const longest = longest_smooth_step(h);
        last_error_ = std::max(1e-2, error);
        last_step_ = h;
        jacobian_is_current_ = false;
        jacobian_is_good_ = contraction_ <= good_contraction;
        next_step_ = std::min(rejected_ ? std::min(proposed, h) : proposed, longest);
        double const growth = next_step_ / h;
        if (jacobian_is_good_ && growth >= 1.0 && growth <= idle_growth) next_step_ = h;
        first_ = false;
        rejected_ = false;
        return h;
    }
}

void RadauIntegrator::inside(double s, Eigen::Map<Eigen::VectorXd>& states) const {
    double const r = s - 1.0;
    states = y_ + r * (polynomial_[0] +
                       (r - (radau::c[1] - 1.0)) * (polynomial_[1] + (r - (radau::c[0] - 1.0)) * polynomial_[2]));
}

}  // namespace moo::runtime
