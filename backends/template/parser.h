// From template text to a syntax tree.
#pragma once

#include "backends/template/lexer.h"
#include "backends/template/syntax.h"

namespace moo::tmpl {

// Levels of nesting, of blocks and of expressions.
inline constexpr std::uint32_t max_nesting = 100;

// Every mistake is reported with its place, and parsing continues with the next tag. A template with errors must not be
// used.
[[nodiscard]] Template parse_template(FileId file, SourceManager const& sources, Diagnostics& diagnostics);

}  // namespace moo::tmpl
