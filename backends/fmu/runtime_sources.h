// The runtime of an FMU as sources, for compilers of C++17.
#pragma once

#include <string>
#include <vector>

#include "backends/fmu/build_description.h"
#include "backends/fmu/fmu_plan.h"
#include "backends/fmu/zip_archive.h"

namespace moo {

// Adds the runtime with its headers, and those of Eigen, to `sources/` and to `set`, which is to be compiled with
// `sources/` as the only include folder. Returns an error text, empty if all went well.
[[nodiscard]] std::string add_runtime_sources(ZipArchive& archive, FmiVersion version, SourceSet& set);

}  // namespace moo
