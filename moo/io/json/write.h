// From a MOO document to JSON.
#pragma once

#include <string>

#include "moo/io/document/write_context.h"

namespace moo {

[[nodiscard]] std::string write_json(WriteContext const& context);

// A text as a JSON string, with quotes.
void write_json_string(TextWriter& out, std::string_view text);

}  // namespace moo
