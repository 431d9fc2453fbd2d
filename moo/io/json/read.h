// From JSON to a MOO document.
#pragma once

#include "moo/base/diagnostics.h"
#include "moo/base/source.h"
#include "moo/model/document.h"

namespace moo {

// Mistakes are reported with their place in the file.
void read_json(FileId file, SourceManager& sources, Interner& interner, Diagnostics& diagnostics, Document& document);

}  // namespace moo
