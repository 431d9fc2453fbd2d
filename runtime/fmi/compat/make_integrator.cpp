// The solver in the sources of an FMU, which do not include SUNDIALS. Among our own methods this one is the most
// accurate on the models of the tests, takes about as many steps as CVODE, and fails for none of them.
#include "runtime/solvers/radau_integrator.h"
#include "runtime/solvers/stateless_integrator.h"

namespace moo::runtime {

std::unique_ptr<Integrator> make_integrator(Instance& instance, IntegratorOptions const& options) {
    if (instance.model().state_count == 0) return std::make_unique<StatelessIntegrator>(instance, options);
    return std::make_unique<RadauIntegrator>(instance, options);
}

}  // namespace moo::runtime
