// From text (`.moo`) to a MOO document.
#pragma once

#include "moo/base/diagnostics.h"
#include "moo/base/source.h"
#include "moo/model/document.h"

namespace moo {

// Reads what `write_text` writes, and the notation of Larsson and Fritzson: a set's equations may have one index, a
// zero crossing no relation, and the file no header. Mistakes are reported with their place in the file.
void read_text(FileId file, SourceManager& sources, Interner& interner, Diagnostics& diagnostics, Document& document);

}  // namespace moo
