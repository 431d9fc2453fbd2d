// Writes modelDescription.xml.
#pragma once

#include <string>

#include "backends/fmu/fmu_plan.h"

namespace moo {

// What the description says about the binary.
struct FmuFacts {
    std::string identifier;
    std::string token;                      // `guid`, `instantiationToken`
    std::vector<std::string> source_files;  // of FMI 2.0, in `sources/`
    bool has_tangents = false;              // directional derivatives
};

[[nodiscard]] std::string describe_fmu(Document const& document, Interner const& interner, ModelProgram const& model,
                                       FmuPlan const& plan, FmuOptions const& options, FmuFacts const& facts);

}  // namespace moo
