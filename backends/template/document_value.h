// A MOO document as the JSON value that templates see under the name `model`.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "moo/base/source.h"
#include "moo/model/document.h"

namespace moo {

// docs/templates.md describes the value. The document has to be verified.
[[nodiscard]] nlohmann::json document_as_json(Document const& document, Interner const& interner,
                                              SourceManager const& sources);

}  // namespace moo
