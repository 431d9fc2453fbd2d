// terminalsAndIcons.xml of FMI 3.0: the connectors on the outside of the model.
#pragma once

#include <string>

#include "backends/fmu/fmu_plan.h"

namespace moo {

// Empty if the model has no connector.
[[nodiscard]] std::string describe_terminals(Document const& document, Interner const& interner, FmuPlan const& plan);

}  // namespace moo
