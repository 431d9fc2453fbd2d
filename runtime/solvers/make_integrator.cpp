// The solvers by name.
#include <array>

#include "runtime/solvers/arkode_integrator.h"
#include "runtime/solvers/cvode_integrator.h"
#include "runtime/solvers/ida_integrator.h"
#include "runtime/solvers/radau_integrator.h"
#include "runtime/solvers/rosenbrock_integrator.h"
#include "runtime/solvers/stateless_integrator.h"

namespace moo::runtime {

namespace {

template <class Solver, class... Arguments>
std::unique_ptr<Integrator> make(Arguments&&... arguments) {
    auto integrator = std::make_unique<Solver>(std::forward<Arguments>(arguments)...);
    if (!integrator->create()) return nullptr;
    return integrator;
}

}  // namespace

std::vector<SolverInfo> const& solver_list() {
    static std::vector<SolverInfo> const list{
        {"cvode", "backward differentiation, variable step and order; for stiff models"},
        {"cvode-adams", "Adams-Moulton, variable step and order; for smooth models that are not stiff"},
        {"ida", "backward differentiation of the whole differential-algebraic system"},
        {"radau5", "Radau IIA of order 5, implicit; for stiff models and high accuracy"},
        {"rodas4", "Rosenbrock of order 4; for stiff models with many events"},
        {"esdirk4", "diagonally implicit Runge-Kutta of order 4; for stiff models"},
        {"esdirk5", "the same of order 5"},
        {"heun", "explicit Runge-Kutta of order 2"},
        {"bs23", "Bogacki-Shampine, explicit, order 3"},
        {"dopri45", "Dormand-Prince, explicit, order 5"},
        {"euler", "explicit, fixed step"},
        {"rk4", "classical Runge-Kutta, explicit, order 4, fixed step"},
        {"heun-fixed", "like heun, with a fixed step"},
        {"bs23-fixed", "like bs23, with a fixed step"},
        {"dopri45-fixed", "like dopri45, with a fixed step"},
    };
    return list;
}

std::unique_ptr<Integrator> make_integrator(Instance& instance, IntegratorOptions const& options) {
    using Cvode = CvodeIntegrator::Method;
    using Arkode = ArkodeIntegrator::Method;
    using StepKind = ArkodeIntegrator::StepKind;
    struct Tableau {
        std::string_view name;
        Arkode method;
        StepKind step;
    };
    constexpr std::array<Tableau, 10> tableaus{{{"esdirk4", Arkode::esdirk4, StepKind::variable},
                                                {"esdirk5", Arkode::esdirk5, StepKind::variable},
                                                {"heun", Arkode::heun, StepKind::variable},
                                                {"bs23", Arkode::bogacki_shampine, StepKind::variable},
                                                {"dopri45", Arkode::dormand_prince, StepKind::variable},
                                                {"euler", Arkode::euler, StepKind::fixed},
                                                {"rk4", Arkode::rk4, StepKind::fixed},
                                                {"heun-fixed", Arkode::heun, StepKind::fixed},
                                                {"bs23-fixed", Arkode::bogacki_shampine, StepKind::fixed},
                                                {"dopri45-fixed", Arkode::dormand_prince, StepKind::fixed}}};
    if (instance.model().state_count == 0) return std::make_unique<StatelessIntegrator>(instance, options);
    for (Tableau const& tableau : tableaus) {
        if (options.solver == tableau.name) {
            return make<ArkodeIntegrator>(instance, options, tableau.method, tableau.step);
        }
    }
    if (options.solver == "cvode-adams") return make<CvodeIntegrator>(instance, options, Cvode::adams);
    if (options.solver == "ida") return make<IdaIntegrator>(instance, options);
    if (options.solver == "radau5") return make<RadauIntegrator>(instance, options);
    if (options.solver == "rodas4") return make<RosenbrockIntegrator>(instance, options);
    return make<CvodeIntegrator>(instance, options, Cvode::bdf);
}

}  // namespace moo::runtime
