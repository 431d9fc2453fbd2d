// The manifest of FMI-LS-DAE, a draft of a layered standard: the model as residuals whose unknowns the importer sets.
#pragma once

#include <string>

#include "backends/fmu/fmu_plan.h"

namespace moo {

inline constexpr char const* dae_manifest_name = "extra/org.fmi-standard.fmi-ls-dae/fmi-ls-manifest.xml";

// Whether the document says which equations form the DAE, as after `moopt --formulation dae`.
[[nodiscard]] bool has_residual_view(Document const& document);

// Describes a plan that was made with residuals.
[[nodiscard]] std::string describe_dae(Document const& document, ModelProgram const& model, FmuPlan const& plan);

}  // namespace moo
