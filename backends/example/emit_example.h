// From a MOO document to pseudo-code: a back end to copy.
#pragma once

#include <string>

#include "moo/base/source.h"
#include "moo/model/document.h"

namespace moo {

// Makes the text of one file; it opens no files. The document has been verified, so nothing is checked here again.
[[nodiscard]] std::string emit_example(Document const& document, Interner const& interner,
                                       SourceManager const& sources);

}  // namespace moo
