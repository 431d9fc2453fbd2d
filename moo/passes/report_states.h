// Reports for users about a system in the pipeline: its states with reasons, and its equations.
#pragma once

#include <string>

#include "moo/passes/system.h"

namespace moo {

// Each state and each variable that could have been one, with the reason; and the sets that are decided at run time.
// Call it after `classify_variables`.
[[nodiscard]] std::string states_report(System const& system, SourceManager const& sources);

// The current equations, one per line.
[[nodiscard]] std::string system_listing(System const& system);

}  // namespace moo
