#include "runtime/solvers/rosenbrock_integrator.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "runtime/values/infinity.h"

namespace moo::runtime {

namespace {

// Coefficients of RODAS4; their short names are those of the literature.
namespace rodas4 {

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

// Coefficients of the continuous extension y(t + s h) = (1 - s) y + s (y_new + (1 - s) (Σ p_i k_i + s Σ q_i k_i)).
constexpr std::array<double, 5> p{10.12623508344586, -7.487995877610167, -34.80091861555747, -7.992771707568823,
                                  1.025137723295662};
constexpr std::array<double, 5> q{-0.6762803392801253, 6.087714651680015, 16.43084320892478, 24.76722511418386,
                                  -6.594389125716872};

}  // namespace rodas4

constexpr int row_start(int stage) { return stage * (stage - 1) / 2; }

double const difference_unit = std::sqrt(std::numeric_limits<double>::epsilon());

}  // namespace

RosenbrockIntegrator::RosenbrockIntegrator(Instance& instance, IntegratorOptions const& options)
    : OneStepIntegrator(instance, options),
      time_derivative_(size_),
      at_(size_),
      right_(size_),
      stages_(size_, stage_count),
      second_(size_),
      third_(size_) {}

bool RosenbrockIntegrator::take_time_derivative() {
    // Towards the past at the end of the simulation, which must not be passed.
    double const size = difference_unit * std::max(std::abs(time_), next_step_);
    double const later = time_ + size <= stop() ? time_ + size : time_ - size;
    if (!evaluate(later, y_, right_)) {
        failure_ = "the derivatives cannot be computed";
        return false;
    }
    time_derivative_ = (right_ - rates_) / (later - time_);
    return true;
}

double RosenbrockIntegrator::attempt(double h) {
    if (!factorize(factors_, 1.0 / (h * rodas4::gamma))) return infinity;
    for (int i = 0; i < stage_count; ++i) {
        auto const stage = static_cast<std::size_t>(i);
        if (i == 0) {
            right_ = rates_;
        } else {
            at_ = y_;
            for (int j = 0; j < i; ++j) at_ += rodas4::a[static_cast<std::size_t>(row_start(i) + j)] * stages_.col(j);
            if (!evaluate(std::min(time_ + rodas4::alpha[stage] * h, stop()), at_, right_)) return infinity;
        }
        for (int j = 0; j < i; ++j)
            right_ += rodas4::c[static_cast<std::size_t>(row_start(i) + j)] / h * stages_.col(j);
        right_ += h * rodas4::gamma_of[stage] * time_derivative_;
        factors_.solve(right_);
        stages_.col(i) = right_;
    }
    new_y_ = y_;
    for (int i = 0; i < stage_count; ++i) new_y_ += rodas4::m[static_cast<std::size_t>(i)] * stages_.col(i);
    at_ = y_.cwiseAbs().cwiseMax(new_y_.cwiseAbs());
    if (!new_y_.allFinite() || !compute_weights(time_ + h, at_.data(), weights_.data())) return infinity;
    return weighted_norm(stages_.col(stage_count - 1));
}

double RosenbrockIntegrator::make_step() {
    if (!take_jacobian() || !take_time_derivative()) return 0.0;
    while (true) {
        double const h = limited(next_step_);
        double const error = attempt(h);
        double const factor = std::isfinite(error) ? std::clamp(0.9 * std::pow(error + 1e-10, -0.25), 0.2, 6.0) : 0.25;
        next_step_ = h * factor;
        if (error <= 1.0) {
            second_.setZero();
            third_.setZero();
            for (int i = 0; i < stage_count - 1; ++i) {
                second_ += rodas4::p[static_cast<std::size_t>(i)] * stages_.col(i);
                third_ += rodas4::q[static_cast<std::size_t>(i)] * stages_.col(i);
            }
            return h;
        }
        ++(std::isfinite(error) ? work_.error_test_failures : work_.convergence_failures);
        if (next_step_ > smallest_step()) continue;
        failure_ = std::isfinite(error) ? "no step is short enough for the tolerance" +
                                              largest_error_text(stages_.col(stage_count - 1).data(), weights_.data())
                                        : "the derivatives cannot be computed";
        return 0.0;
    }
}

void RosenbrockIntegrator::inside(double s, Eigen::Map<Eigen::VectorXd>& states) const {
    states = (1.0 - s) * last_y_ + s * (y_ + (1.0 - s) * (second_ + s * third_));
}

}  // namespace moo::runtime
