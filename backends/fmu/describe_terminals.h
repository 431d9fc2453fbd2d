// terminalsAndIcons.xml: the connectors on the outside of the model, and where pictures belong.
#pragma once

#include <string>

#include "backends/fmu/fmu_icons.h"

namespace moo {

// Empty if there is nothing to say. FMI 2.0 has the file as FMI 3.0 defines it.
[[nodiscard]] std::string describe_terminals(Document const& document, Interner const& interner, FmuPlan const& plan,
                                             std::vector<FmuTerminal> const& terminals, FmuIcons const& icons);

}  // namespace moo
