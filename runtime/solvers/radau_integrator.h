// Our implementation of the Radau IIA method of order 5.
#pragma once

#include <array>
#include <complex>

#include "runtime/solvers/one_step_integrator.h"

namespace moo::runtime {

// Coefficients of the method with its three stages at c, and of the transformation that takes the inverse of its matrix
// A to one real and one pair of complex eigenvalues: T⁻¹ A⁻¹ T = diag(γ, (α -β; β α)).
namespace radau {
constexpr double root6 = 2.449489742783178098197284074705891391965947480656670128432692567;
constexpr std::array<double, 3> c{(4.0 - root6) / 10.0, (4.0 + root6) / 10.0, 1.0};
constexpr std::array<std::array<double, 3>, 3> a{
    {{(88.0 - 7.0 * root6) / 360.0, (296.0 - 169.0 * root6) / 1800.0, (-2.0 + 3.0 * root6) / 225.0},
     {(296.0 + 169.0 * root6) / 1800.0, (88.0 + 7.0 * root6) / 360.0, (-2.0 - 3.0 * root6) / 225.0},
     {(16.0 - root6) / 36.0, (16.0 + root6) / 36.0, 1.0 / 9.0}}};
constexpr std::array<std::array<double, 3>, 3> t{
    {{9.1232394870892942792e-2, -0.14125529502095420843, -3.0029194105147424492e-2},
     {0.24171793270710701896, 0.20412935229379993199, 0.38294211275726193779},
     {0.96604818261509293619, 1.0, 0.0}}};
constexpr std::array<std::array<double, 3>, 3> t_inverse{
    {{4.3255798900631553510, 0.33919925181580986954, 0.54177053993587487119},
     {-4.1787185915519047273, -0.32768282076106238708, 0.47662355450055045196},
     {-0.50287263494578687595, 2.5719269498556054292, -0.59603920482822492497}}};
constexpr double gamma = 3.6378342527444957322;
constexpr double alpha = 2.6810828736277521339;
constexpr double beta = 3.0504301992474105694;
// γ (e₁, e₂, e₃) of the error estimate.
constexpr std::array<double, 3> e{-(13.0 + 7.0 * root6) / 3.0, (-13.0 + 7.0 * root6) / 3.0, -1.0 / 3.0};
}  // namespace radau

// Collocation at three points, L-stable and stiffly accurate (Hairer, Wanner: "Solving Ordinary Differential Equations
// II", section IV.8). The stages y + z_i solve z = h (A ⊗ I) f(y + z) by simplified Newton iteration. In
// w = (T⁻¹ ⊗ I) z that is one real and one complex system of the size of the model,
//
//     (γ/h I - J) Δw₁ = …,    ((α + iβ)/h I - J) (Δw₂ + iΔw₃) = …
//
// The error is estimated by an embedded method of order 3, filtered by the real matrix. At the ends of steps the method
// is more accurate than that, of order 5; inside, the collocation polynomial is of order 3. The filter hides the error
// of stiff components, which are exact at the ends but not inside, so its size inside is estimated too and limits the
// next step. The polynomial also provides the starting values of the next iteration. Step sizes follow the predictive
// controller of Gustafsson. Factors and Jacobian are kept while the iteration converges quickly.
class RadauIntegrator final : public OneStepIntegrator {
public:
    RadauIntegrator(Instance& instance, IntegratorOptions const& options);

private:
    using Stages = std::array<Eigen::VectorXd, 3>;

    void forget() override;
    double make_step() override;
    void inside(double s, Eigen::Map<Eigen::VectorXd>& states) const override;

    [[nodiscard]] bool prepare(double h);
    void guess_stages(double h);
    // Whether the iteration converged; if not, `shrink_` is what the step has to be multiplied by.
    [[nodiscard]] bool iterate(double h);
    [[nodiscard]] bool take_iteration(double h, double& change);
    [[nodiscard]] double estimate_error(double h);
    [[nodiscard]] double proposed_step(double h, double error) const;
    void keep_polynomial();
    // The longest step whose interior would be as accurate as the user requires.
    [[nodiscard]] double longest_smooth_step(double h);

    double newton_tolerance_;
    bool jacobian_is_current_ = false;  // taken at the beginning of this step
    bool jacobian_is_good_ = false;     // good enough to be used again
    bool first_ = true;
    bool rejected_ = false;
    double factored_step_ = 0.0;
    double contraction_ = 0.0;   // of the last iteration
    double error_factor_ = 1.0;  // θ/(1 - θ): error of the iterate by its last change
    int iterations_ = 0;
    double shrink_ = 0.5;
    double last_step_ = 0.0;
    double last_error_ = 0.0;
    Stages z_stage_;
    Stages w_;
    Stages f_;
    std::array<Eigen::VectorXd, 3> polynomial_;
    Eigen::VectorXd third_;  // a sixth of the third derivative of the last polynomial
    Eigen::VectorXd at_;
    Eigen::VectorXd error_;
    Eigen::VectorXcd complex_;
    ShiftedFactors<double> real_factors_;
    ShiftedFactors<std::complex<double>> complex_factors_;
};

}  // namespace moo::runtime
