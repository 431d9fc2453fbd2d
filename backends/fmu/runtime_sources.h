// The sources of the runtime in an FMU, for C++17 compilers.
#pragma once

#include <string>
#include <vector>

#include "backends/fmu/build_description.h"
#include "backends/fmu/fmu_plan.h"
#include "backends/fmu/zip_archive.h"

namespace moo {

// Adds the runtime with its headers, and those of Eigen, to `sources/` and to `set`. The sources compile with
// `sources/` as the only include folder. Returns an error text, empty on success.
[[nodiscard]] std::string add_runtime_sources(ZipArchive& archive, FmiVersion version, SourceSet& set);

}  // namespace moo
