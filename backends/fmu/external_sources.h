// The C code of external functions in the sources of an FMU.
#pragma once

#include <string>
#include <vector>

#include "backends/cpp/link_external.h"
#include "backends/fmu/build_description.h"
#include "backends/fmu/zip_archive.h"

namespace moo {

struct ExternalSources {
    std::string error;  // an error that is not the model's fault
    std::vector<ProgramProblem> problems;
};

// Adds the C code that the functions need to `sources/external` and to `sources`. System libraries are not included:
// users who compile the sources need them, and documentation/externalDependencies.txt lists them.
[[nodiscard]] ExternalSources add_external_sources(ZipArchive& archive, std::vector<ModelExternal> const& functions,
                                                   FmuSources& sources);

}  // namespace moo
