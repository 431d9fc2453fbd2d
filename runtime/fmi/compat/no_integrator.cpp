// The sources of an FMU are for Model Exchange: the solvers are SUNDIALS, which others do not have at hand. Nobody asks
// for one, as a component for Co-Simulation cannot be made.
#include "runtime/solvers/integrator.h"

namespace moo::runtime {

std::unique_ptr<Integrator> make_integrator(Instance&, IntegratorOptions const&) { return nullptr; }

}  // namespace moo::runtime
