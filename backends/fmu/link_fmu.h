// The shared library of an FMU.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "backends/fmu/fmu_plan.h"

namespace moo {

// Compiles `source` and links it with the functions of FMI, the runtime and all that they need, as archives, to the
// shared library `output`, which shows nothing but the functions of FMI. `companions` are names of shared objects in
// `folder` that it finds beside itself when it is loaded. Returns an error text, empty if all went well.
[[nodiscard]] std::string link_fmu(std::filesystem::path const& source, std::filesystem::path const& output,
                                   FmiVersion version, std::filesystem::path const& folder,
                                   std::vector<std::string> const& companions);

}  // namespace moo
