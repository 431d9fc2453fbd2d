// MOO document to pseudo-code: a back end to begin others from.
#pragma once

#include <string>

#include "moo/base/source.h"
#include "moo/model/document.h"

namespace moo {

// Makes the text of one file; it opens none. The document has to be verified, so nothing is checked here again.
[[nodiscard]] std::string emit_example(Document const& document, Interner const& interner,
                                       SourceManager const& sources);

}  // namespace moo
