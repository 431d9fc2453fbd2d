// From a MOO document to any encoding.
#pragma once

#include <string>

#include "moo/base/source.h"
#include "moo/io/document/encoding.h"
#include "moo/model/document.h"

namespace moo {

[[nodiscard]] std::string write_document(Document const& document, Interner const& interner,
                                         SourceManager const& sources, Encoding encoding = Encoding::text);

}  // namespace moo
