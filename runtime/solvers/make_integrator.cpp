// The solvers by name.
#include <algorithm>

#include "runtime/solvers/arkode_integrator.h"
#include "runtime/solvers/cvode_integrator.h"
#include "runtime/solvers/ida_integrator.h"
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
        {"rodas4", "Rosenbrock, variable step; for stiff models with many events"},
        {"dopri45", "Dormand-Prince, explicit, variable step"},
        {"rk4", "classical Runge-Kutta, explicit, fixed step"},
        {"euler", "explicit, fixed step"},
    };
    return list;
}

std::unique_ptr<Integrator> make_integrator(Instance& instance, IntegratorOptions const& options) {
    using Cvode = CvodeIntegrator::Method;
    using Arkode = ArkodeIntegrator::Method;
    if (instance.model().state_count == 0) return std::make_unique<StatelessIntegrator>(instance, options);
    if (options.solver == "cvode-adams") return make<CvodeIntegrator>(instance, options, Cvode::adams);
    if (options.solver == "ida") return make<IdaIntegrator>(instance, options);
    if (options.solver == "rodas4") return make<RosenbrockIntegrator>(instance, options);
    if (options.solver == "dopri45") return make<ArkodeIntegrator>(instance, options, Arkode::dopri45);
    if (options.solver == "rk4") return make<ArkodeIntegrator>(instance, options, Arkode::rk4);
    if (options.solver == "euler") return make<ArkodeIntegrator>(instance, options, Arkode::euler);
    return make<CvodeIntegrator>(instance, options, Cvode::bdf);
}

}  // namespace moo::runtime
