#include "runtime/solvers/one_step_integrator.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace moo::runtime {

OneStepIntegrator::OneStepIntegrator(Instance& instance, IntegratorOptions const& options)
    : SteppingIntegrator(instance, options),
      size_(static_cast<Eigen::Index>(instance.model().state_count)),
      y_(size_),
      rates_(size_),
      new_y_(size_),
      last_y_(size_),
      weights_(size_),
      jacobian_(instance),
      z_(crossings_.count()),
      z_new_(crossings_.count()),
      z_inside_(crossings_.count()),
      states_inside_(instance.model().state_count) {}

bool OneStepIntegrator::evaluate(double time, Eigen::VectorXd const& y, Eigen::VectorXd& rates) {
    ++work_.derivative_calls;
    return compute_derivatives(time, y.data(), rates.data()) == MOO_OK;
}

bool OneStepIntegrator::take_jacobian() {
    ++work_.jacobian_calls;
    MooStatus const status = jacobian_.evaluate(
        y_.data(), rates_.data(), absolute_tolerance_.data(),
        [this](double const* states, double* rates) { return compute_derivatives(time_, states, rates); });
    work_.derivative_calls += jacobian_.derivative_calls();
    if (status == MOO_OK) return true;
    failure_ = "the derivatives cannot be computed";
    return false;
}

double OneStepIntegrator::limited(double h) const {
    if (options_.max_step > 0.0) h = std::min(h, options_.max_step);
    return time_ + 1.01 * h >= stop() ? stop() - time_ : h;
}

double OneStepIntegrator::smallest_step() const {
    return 16.0 * std::numeric_limits<double>::epsilon() * std::max(std::abs(time_), 1e-12);
}

// Chosen so that an Euler step changes the states only little, relative to their weights.
double OneStepIntegrator::first_step() {
    double const span = stop() - time_;
    if (!compute_weights(time_, y_.data(), weights_.data())) return 1e-6 * span;
    double const speed = weighted_norm(rates_);
    return std::min(1e-2 * span, speed > 0.0 ? 1.0 / speed : span);
}

bool OneStepIntegrator::begin() {
    work_ = {};
    double const near = choose_first_step();
    time_ = instance_.time();
    last_time_ = time_;
    instance_.get_states(y_.data());
    last_y_ = y_;
    failure_.clear();
    forget();
    // The first step will fail again and report it.
    if (!look()) rates_.setZero();
    z_.swap(z_new_);
    next_step_ = near > 0.0 ? near : first_step();
    return true;
}

bool OneStepIntegrator::look() {
    ++work_.derivative_calls;
    if (z_.empty()) {
        if (compute_derivatives(time_, y_.data(), rates_.data()) == MOO_OK) return true;
    } else if (compute_crossings(time_, y_.data(), z_new_.data()) == MOO_OK) {
        instance_.get_derivatives(rates_.data());
        if (rates_.allFinite()) return true;
    }
    failure_ = "the derivatives cannot be computed";
    return false;
}

SteppingIntegrator::Step OneStepIntegrator::step() {
    if (last_time_ == time_ && !look()) return {StepResult::failed, time_};
    double const h = make_step();
    if (!(h > 0.0)) return {StepResult::failed, time_};
    ++work_.steps;
    last_time_ = time_;
    last_y_.swap(y_);
    y_ = new_y_;
    time_ = time_ + h >= stop() ? stop() : time_ + h;
    if (!look()) return {StepResult::failed, last_time_};
    if (!any_sign_differs(z_, z_new_)) {
        z_.swap(z_new_);
        return {StepResult::stepped, time_};
    }
    return find_crossing();
}

SteppingIntegrator::Step OneStepIntegrator::find_crossing() {
    double low = last_time_;
    double high = time_;
    while (true) {
        double const middle = low + 0.5 * (high - low);
        if (middle <= low || middle >= high) break;
        if (!signs_at(middle, z_inside_)) return {StepResult::failed, last_time_};
        (any_sign_differs(z_, z_inside_) ? high : low) = middle;
    }
    return {StepResult::crossing, leave_border(high, time_)};
}

bool OneStepIntegrator::signs_at(double time, std::vector<double>& z) {
    if (interpolate(time, states_inside_.data()) &&
        compute_crossings(time, states_inside_.data(), z.data()) == MOO_OK) {
        return true;
    }
    failure_ = "the crossing functions cannot be computed";
    return false;
}

bool OneStepIntegrator::interpolate(double time, double* states) {
    Eigen::Map<Eigen::VectorXd> result(states, size_);
    double const h = time_ - last_time_;
    if (time >= time_ || !(h > 0.0)) {
        result = y_;
    } else {
        inside((time - last_time_) / h, result);
    }
    return true;
}

void OneStepIntegrator::add_work(IntegratorStatistics& sum) const {
    sum.steps += work_.steps;
    sum.derivative_calls += work_.derivative_calls;
    sum.jacobian_calls += work_.jacobian_calls;
    sum.error_test_failures += work_.error_test_failures;
    sum.convergence_failures += work_.convergence_failures;
}

}  // namespace moo::runtime
