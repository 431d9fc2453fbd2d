// From a MOO document to text (`.moo`).
#pragma once

#include <string>

#include "moo/io/document/write_context.h"

namespace moo {

[[nodiscard]] std::string write_text(WriteContext const& context);

}  // namespace moo
