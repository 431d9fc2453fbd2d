// ModelStructure: what outputs, derivatives, event indicators and unknowns of the initialization depend on.
#pragma once

#include <vector>

#include "backends/fmu/fmu_plan.h"

namespace moo {

struct FmuTerm {
    std::uint32_t variable = 0;  // of the plan
    DependencyKind kind = DependencyKind::dependent;
};

struct FmuUnknown {
    std::uint32_t variable = 0;  // of the plan
    bool has_terms = false;      // without, it may depend on everything
    std::vector<FmuTerm> terms;  // in the order of the plan
};

struct FmuStructure {
    std::vector<FmuUnknown> outputs;
    std::vector<FmuUnknown> derivatives;
    std::vector<FmuUnknown> initial_unknowns;
    std::vector<FmuUnknown> event_indicators;
};

[[nodiscard]] FmuStructure structure_fmu(Document const& document, SystemPlan const& system, FmuPlan const& plan,
                                         FmiVersion version);

[[nodiscard]] char const* dependency_word(DependencyKind kind);

}  // namespace moo
