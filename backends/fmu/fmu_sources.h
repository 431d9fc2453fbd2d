// The sources of an FMU: all that its library is made of, for compilers of C++17.
#pragma once

#include <string>
#include <vector>

#include "backends/fmu/fmu_plan.h"
#include "backends/fmu/zip_archive.h"

namespace moo {

struct FmuSources {
    std::vector<std::string> compiled;  // names below `sources/`
    std::string error;
};

// Adds the runtime for Model Exchange with its headers, and those of Eigen, to `sources/`; and what to compile: of
// FMI 3.0 as buildDescription.xml. `model_files` are those that are generated.
[[nodiscard]] FmuSources add_runtime_sources(ZipArchive& archive, FmiVersion version, std::string const& identifier,
                                             std::vector<std::string> const& model_files);

}  // namespace moo
