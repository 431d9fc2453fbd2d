// Packs a model as an FMU: makes all entries of the archive.
#pragma once

#include <string>

#include "backends/fmu/fmu_plan.h"
#include "backends/fmu/zip_archive.h"
#include "moo/base/diagnostics.h"
#include "moo/base/phase_stats.h"
#include "moo/base/source.h"

namespace moo {

struct PackedFmu {
    ZipArchive archive;
    std::string error;  // an error that is not the model's fault; those go to the diagnostics
};

// `program` must have been made from `document`.
[[nodiscard]] PackedFmu pack_fmu(Document const& document, ModelProgram const& program, Interner const& interner,
                                 SourceManager const& sources, FmuOptions const& options, Diagnostics& diagnostics,
                                 PhaseStats& stats);

}  // namespace moo
