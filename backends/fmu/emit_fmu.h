// The C++ of an FMU: its model and the table of its variables by value reference.
#pragma once

#include <string>

#include "backends/fmu/fmu_plan.h"

namespace moo {

// Defines `moo_fmu` of runtime/abi/fmu.h; append it to the result of `emit_cpp_model`. `model` is the name of the
// constant there.
[[nodiscard]] std::string emit_fmu_table(FmuPlan const& plan, FmuOptions const& options, std::string const& token,
                                         std::string const& model);

}  // namespace moo
