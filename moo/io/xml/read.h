// XML to MOO document.
#pragma once

#include "moo/base/diagnostics.h"
#include "moo/base/source.h"
#include "moo/model/document.h"

namespace moo {

// What is wrong is reported with its place in the file. Document types and entities of a file's own are refused.
void read_xml(FileId file, SourceManager& sources, Interner& interner, Diagnostics& diagnostics, Document& document);

}  // namespace moo
