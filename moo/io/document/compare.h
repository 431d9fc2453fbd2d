// Whether two documents mean the same.
#pragma once

#include <string>

#include "moo/model/document.h"

namespace moo {

struct NamedDocument {
    Document const& document;
    Interner const& interner;
};

// The differences, section by section, a line each: `-` only in the first, `+` only in the second. Empty if there are
// none. Variables count by name, equations by their content and by what else is in their block; numbers and order of
// rows do not count, nor do places, origins, and what the tool says about itself.
[[nodiscard]] std::string compare_documents(NamedDocument const& first, NamedDocument const& second);

}  // namespace moo
