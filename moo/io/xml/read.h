// From XML to a MOO document.
#pragma once

#include "moo/base/diagnostics.h"
#include "moo/base/source.h"
#include "moo/model/document.h"

namespace moo {

// Mistakes are reported with their place in the file. Files that define a document type or entities are refused.
void read_xml(FileId file, SourceManager& sources, Interner& interner, Diagnostics& diagnostics, Document& document);

}  // namespace moo
