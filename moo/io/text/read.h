// MOO text to document.
#pragma once

#include "moo/base/diagnostics.h"
#include "moo/base/source.h"
#include "moo/model/document.h"

namespace moo {

// Reads what `write_moo` writes, and the notation of Larsson and Fritzson: a set's equations may have one index, and
// a zero crossing no relation. What is wrong is reported with its place in the file.
[[nodiscard]] Document read_moo(FileId file, SourceManager& sources, Interner& interner, Diagnostics& diagnostics);

}  // namespace moo
