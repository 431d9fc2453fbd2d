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
// FMI 3.0 as buildDescription.xml. The generated file has the name `model_file`.
[[nodiscard]] FmuSources add_runtime_sources(ZipArchive& archive, FmiVersion version, std::string const& identifier,
                                             std::string const& model_file);

}  // namespace moo
