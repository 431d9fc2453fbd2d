// The solver in the sources of an FMU. SUNDIALS is not there; of our own methods this one is the most accurate over the
// models of the tests, in about as many steps as CVODE takes, and none of them defeats it.
#include "runtime/solvers/radau_integrator.h"
#include "runtime/solvers/stateless_integrator.h"

namespace moo::runtime {

std::unique_ptr<Integrator> make_integrator(Instance& instance, IntegratorOptions const& options) {
    if (instance.model().state_count == 0) return std::make_unique<StatelessIntegrator>(instance, options);
    return std::make_unique<RadauIntegrator>(instance, options);
}

}  // namespace moo::runtime
