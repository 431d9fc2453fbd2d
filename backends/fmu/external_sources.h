// The C code of external functions in the sources of an FMU.
#pragma once

#include <string>
#include <vector>

#include "backends/cpp/link_external.h"
#include "backends/fmu/build_description.h"
#include "backends/fmu/zip_archive.h"

namespace moo {

struct ExternalSources {
    std::string error;  // not the model's fault
    std::vector<ProgramProblem> problems;
};

// Adds it to `sources/external` and to `sources`: all that the functions need and that is there as C. A library of the
// system stays one, which whoever compiles the sources has to have; documentation/externalDependencies.txt says so.
[[nodiscard]] ExternalSources add_external_sources(ZipArchive& archive, std::vector<ModelExternal> const& functions,
                                                   FmuSources& sources);

}  // namespace moo
