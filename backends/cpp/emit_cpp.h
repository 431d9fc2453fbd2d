// MOO document to a C++ program that simulates it.
#pragma once

#include <string>

#include "moo/base/source.h"
#include "moo/model/document.h"

namespace moo {

// One C++ source text: the model's tables and functions behind runtime/abi/model.h, and a `main`.
[[nodiscard]] std::string emit_cpp(Document const& document, Interner const& interner, SourceManager const& sources);

}  // namespace moo
