// Writes terminalsAndIcons.xml: the outside connectors of the model, and the position of their pictures.
#pragma once

#include <string>

#include "backends/fmu/fmu_icons.h"

namespace moo {

// Empty if there is nothing to describe. In FMI 2.0 the file has the format of FMI 3.0.
[[nodiscard]] std::string describe_terminals(Document const& document, Interner const& interner, FmuPlan const& plan,
                                             std::vector<FmuTerminal> const& terminals, FmuIcons const& icons);

}  // namespace moo
