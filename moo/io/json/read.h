// JSON to MOO document.
#pragma once

#include "moo/base/diagnostics.h"
#include "moo/base/source.h"
#include "moo/model/document.h"

namespace moo {

// What is wrong is reported with its place in the file.
void read_json(FileId file, SourceManager& sources, Interner& interner, Diagnostics& diagnostics, Document& document);

}  // namespace moo
