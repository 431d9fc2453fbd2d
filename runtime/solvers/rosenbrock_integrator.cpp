#include "runtime/solvers/rosenbrock_integrator.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace moo::runtime {

namespace {

constexpr int stage_count = 6;
constexpr double gamma = 0.25;
constexpr std::array<double, 6> alpha{0.0, 0.386, 0.21, 0.63, 1.0, 1.0};
constexpr std::array<double, 6> gamma_of{0.25, -0.1043, 0.1035, -0.0362, 0.0, 0.0};
// Row by row, below the diagonal. The last two stages continue the row before by a one.
constexpr std::array<double, 15> a{1.544,
                                   0.9466785280815826,
                                   0.2557011698983284,
                                   3.314825187068521,
                                   2.896124015972201,
                                   0.9986419139977817,
                                   1.221224509226641,
                                   6.019134481288629,
                                   12.53708332932087,
                                   -0.6878860361058950,
                                   1.221224509226641,
                                   6.019134481288629,
                                   12.53708332932087,
                                   -0.6878860361058950,
                                   1.0};
constexpr std::array<double, 15> c{-5.6688,
                                   -2.430093356833875,
                                   -0.2063599157091915,
                                   -0.1073529058151375,
                                   -9.594562251023355,
                                   -20.47028614809616,
                                   7.496443313967647,
                                   -10.24680431464352,
                                   -33.99990352819905,
                                   11.70890893206160,
                                   8.083246795921522,
                                   -7.981132988064893,
                                   -31.52159432874371,
                                   16.31930543123136,
                                   -6.058818238834054};
constexpr std::array<double, 6> m{
    1.221224509226641, 6.019134481288629, 12.53708332932087, -0.6878860361058950, 1.0, 1.0};

constexpr int row_start(int stage) { return stage * (stage - 1) / 2; }

double const unit = std::sqrt(std::numeric_limits<double>::epsilon());

}  // namespace

RosenbrockIntegrator::RosenbrockIntegrator(Instance& instance, IntegratorOptions const& options)
    : SteppingIntegrator(instance, options),
      size_(static_cast<Eigen::Index>(instance.model().state_count)),
      y_(size_),
      rates_(size_),
      last_y_(size_),
      last_rates_(size_),
      new_y_(size_),
      time_derivative_(size_),
      jacobian_(size_, size_),
      stages_(size_, stage_count),
      z_(crossings_.count()),
      z_new_(crossings_.count()) {}

bool RosenbrockIntegrator::evaluate(double time, Eigen::VectorXd const& y, Eigen::VectorXd& rates) {
    ++work_.derivative_calls;
    return compute_derivatives(time, y.data(), rates.data()) == MOO_OK;
}

bool RosenbrockIntegrator::take_jacobian() {
    ++work_.jacobian_calls;
    Eigen::VectorXd shifted = y_;
    Eigen::VectorXd rates(size_);
    for (Eigen::Index column = 0; column < size_; ++column) {
        double const size = std::max(std::abs(y_[column]), absolute_tolerance_[static_cast<std::size_t>(column)]);
        shifted[column] = y_[column] + unit * size;
        if (!evaluate(time_, shifted, rates)) return false;
        jacobian_.col(column) = (rates - rates_) / (shifted[column] - y_[column]);
        shifted[column] = y_[column];
    }
    // Towards the past at the end, which must not be passed.
    double const size = unit * std::max(std::abs(time_), next_step_);
    double const later = time_ + size <= stop() ? time_ + size : time_ - size;
    if (!evaluate(later, y_, rates)) return false;
    time_derivative_ = (rates - rates_) / (later - time_);
    return jacobian_.allFinite() && time_derivative_.allFinite();
}

double RosenbrockIntegrator::attempt(double h) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    Eigen::MatrixXd w = -jacobian_;
    w.diagonal().array() += 1.0 / (h * gamma);
    factors_.compute(w);
    Eigen::VectorXd at(size_);
    Eigen::VectorXd right(size_);
    for (int i = 0; i < stage_count; ++i) {
        at = y_;
        for (int j = 0; j < i; ++j) at += a[static_cast<std::size_t>(row_start(i) + j)] * stages_.col(j);
        auto const stage = static_cast<std::size_t>(i);
        if (!evaluate(std::min(time_ + alpha[stage] * h, stop()), at, right)) return infinity;
        for (int j = 0; j < i; ++j) right += c[static_cast<std::size_t>(row_start(i) + j)] / h * stages_.col(j);
        right += h * gamma_of[stage] * time_derivative_;
        stages_.col(i) = factors_.solve(right);
    }
    new_y_ = y_;
    for (int i = 0; i < stage_count; ++i) new_y_ += m[static_cast<std::size_t>(i)] * stages_.col(i);
    Eigen::VectorXd weights(size_);
    Eigen::VectorXd const larger = y_.cwiseAbs().cwiseMax(new_y_.cwiseAbs());
    if (!new_y_.allFinite() || !compute_weights(time_ + h, larger.data(), weights.data())) return infinity;
    double const error = stages_.col(stage_count - 1).cwiseProduct(weights).norm();
    return error / std::sqrt(static_cast<double>(size_));
}

// So that an Euler step changes the states by little, against their weights.
double RosenbrockIntegrator::first_step() {
    Eigen::VectorXd weights(size_);
    double const span = stop() - time_;
    if (!compute_weights(time_, y_.data(), weights.data())) return 1e-6 * span;
    double const speed = rates_.cwiseProduct(weights).norm() / std::sqrt(static_cast<double>(size_));
    return std::min(1e-2 * span, speed > 0.0 ? 1.0 / speed : span);
}

bool RosenbrockIntegrator::begin() {
    work_ = {};
    double const near = choose_first_step();
    time_ = instance_.time();
    instance_.get_states(y_.data());
    last_time_ = time_;
    last_y_ = y_;
    failure_.clear();
    // A failure here is found again, and reported, by the first step.
    if (!evaluate(time_, y_, rates_)) rates_.setZero();
    last_rates_ = rates_;
    next_step_ = near > 0.0 ? near : first_step();
    return true;
}

SteppingIntegrator::Step RosenbrockIntegrator::step() {
    double const smallest = 16.0 * std::numeric_limits<double>::epsilon() * std::max(std::abs(time_), 1e-12);
    if (!evaluate(time_, y_, rates_) || !take_jacobian()) {
        failure_ = "the derivatives cannot be computed";
        return {StepResult::failed, time_};
    }
    if (!z_.empty() && compute_crossings(time_, y_.data(), z_.data()) != MOO_OK) {
        failure_ = "the crossing functions cannot be computed";
        return {StepResult::failed, time_};
    }
    while (true) {
        double h = next_step_;
        if (options_.max_step > 0.0) h = std::min(h, options_.max_step);
        // No sliver is left before the stop.
        if (time_ + 1.01 * h >= stop()) h = stop() - time_;
        double const error = attempt(h);
        double const factor = std::isfinite(error) ? std::clamp(0.9 * std::pow(error + 1e-10, -0.25), 0.2, 6.0) : 0.25;
        next_step_ = h * factor;
        if (error <= 1.0) return accept(h);
        ++(std::isfinite(error) ? work_.error_test_failures : work_.convergence_failures);
        if (next_step_ > smallest) continue;
        failure_ =
            std::isfinite(error) ? "no step is short enough for the tolerance" : "the derivatives cannot be computed";
        return {StepResult::failed, time_};
    }
}

SteppingIntegrator::Step RosenbrockIntegrator::accept(double h) {
    ++work_.steps;
    last_time_ = time_;
    last_y_ = y_;
    last_rates_ = rates_;
    time_ = time_ + h >= stop() ? stop() : time_ + h;
    y_ = new_y_;
    if (!evaluate(time_, y_, rates_)) {
        failure_ = "the derivatives cannot be computed";
        return {StepResult::failed, last_time_};
    }
    if (z_.empty()) return {StepResult::stepped, time_};
    if (!signs_at(time_, z_new_)) return {StepResult::failed, last_time_};
    if (!any_sign_differs(z_, z_new_)) return {StepResult::stepped, time_};
    double low = last_time_;
    double high = time_;
    while (true) {
        double const middle = low + 0.5 * (high - low);
        if (middle <= low || middle >= high) break;
        if (!signs_at(middle, z_new_)) return {StepResult::failed, last_time_};
        (any_sign_differs(z_, z_new_) ? high : low) = middle;
    }
    return {StepResult::crossing, leave_border(high, time_)};
}

bool RosenbrockIntegrator::signs_at(double time, std::vector<double>& z) {
    std::vector<double> states(static_cast<std::size_t>(size_));
    if (interpolate(time, states.data()) && compute_crossings(time, states.data(), z.data()) == MOO_OK) return true;
    failure_ = "the crossing functions cannot be computed";
    return false;
}

bool RosenbrockIntegrator::interpolate(double time, double* states) {
    Eigen::Map<Eigen::VectorXd> result(states, size_);
    double const h = time_ - last_time_;
    if (time >= time_ || !(h > 0.0)) {
        result = y_;
        return true;
    }
    double const s = (time - last_time_) / h;
    result = (1.0 - s) * last_y_ + s * y_ +
             s * (s - 1.0) * ((1.0 - 2.0 * s) * (y_ - last_y_) + (s - 1.0) * h * last_rates_ + s * h * rates_);
    return true;
}

void RosenbrockIntegrator::add_work(IntegratorStatistics& sum) const {
    sum.steps += work_.steps;
    sum.derivative_calls += work_.derivative_calls;
    sum.jacobian_calls += work_.jacobian_calls;
    sum.error_test_failures += work_.error_test_failures;
    sum.convergence_failures += work_.convergence_failures;
}

}  // namespace moo::runtime
