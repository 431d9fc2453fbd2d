// The shared library of an FMU.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "backends/fmu/fmu_plan.h"

namespace moo {

// What external functions require.
struct FmuCompanions {
    std::vector<std::string> objects;    // object files, which become part of the library
    std::vector<std::string> libraries;  // names of shared libraries in `folder`, which are packed beside it
    std::filesystem::path folder;
};

// Compiles `sources` and links them with the functions of FMI, the runtime and all that these need, as archives, to the
// shared library `output`, which exports only the functions of FMI. Returns an error text, empty on success.
[[nodiscard]] std::string link_fmu(std::vector<std::string> const& sources, std::filesystem::path const& output,
                                   FmiVersion version, FmuCompanions const& companions);

}  // namespace moo
