// Texts of a model as parts of C and C++ code, escaped so that they cannot do harm.
#pragma once

#include <string>
#include <string_view>

namespace moo {

// A string literal.
[[nodiscard]] std::string c_string_literal(std::string_view text);
// Text for the inside of a comment: one line, and nothing that could end the comment.
[[nodiscard]] std::string c_comment_text(std::string_view text);
// A number as text that reads back exactly, including values that are not finite.
[[nodiscard]] std::string c_real(double value);

}  // namespace moo
