// MOO document to text (`.moo`).
#pragma once

#include <string>

#include "moo/base/source.h"
#include "moo/model/document.h"

namespace moo {

// The version of the format that this library writes; a reader refuses another major version.
inline constexpr std::string_view moo_format_version = "0.1.0";

[[nodiscard]] std::string write_moo(Document const& document, Interner const& interner, SourceManager const& sources);

}  // namespace moo
