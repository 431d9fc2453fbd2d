// Checks that a text survives the way through the syntax tree.
#pragma once

#include <string>

#include "moo/syntax/parse.h"

namespace moo::tests {

// Parses the text, prints it, and compares: the printed text has the same tokens in the same order
// (so the tree holds all of the source but comments and layout), and printing what it parses to gives
// the same bytes. Returns what is wrong, nothing if all is well.
[[nodiscard]] std::string check_round_trip(std::string const& name, std::string const& text,
                                           ParseOptions const& options = {});

// The same for a text that is one expression.
[[nodiscard]] std::string check_expression_round_trip(std::string const& text, ParseOptions const& options = {});

}  // namespace moo::tests
