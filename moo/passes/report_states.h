// What a person wants to know about a system on its way: its states with reasons, and its equations.
#pragma once

#include <string>

#include "moo/passes/system.h"

namespace moo {

// Each state and each variable that could have been one, with the reason; and the sets that are decided at run time.
// To be asked for behind `classify_variables`.
[[nodiscard]] std::string states_report(System const& system, SourceManager const& sources);

// The equations as they stand, one a line.
[[nodiscard]] std::string system_listing(System const& system);

}  // namespace moo
