// From MOO in any encoding to a document.
#pragma once

#include "moo/base/diagnostics.h"
#include "moo/base/source.h"
#include "moo/io/document/encoding.h"
#include "moo/model/document.h"

namespace moo {

// The encoding is recognised by the first character of the file. Mistakes are reported with their place.
[[nodiscard]] Document read_document(FileId file, SourceManager& sources, Interner& interner, Diagnostics& diagnostics);

[[nodiscard]] Encoding recognize_encoding(std::string_view text);
// Whether a text is a MOO file rather than a Modelica or Base Modelica one: it is JSON or XML, or it has our header.
[[nodiscard]] bool is_document(std::string_view text);

}  // namespace moo
