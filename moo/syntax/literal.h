// Identifiers and literals as text: escaping, quoting, reading numbers.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace moo {

// The value of a string literal, which is given with its quotes. An unknown escape keeps its backslash.
[[nodiscard]] std::string unescape_string(std::string_view literal);
// A string literal, with quotes, that has this value.
[[nodiscard]] std::string escape_string(std::string_view text);

// Whether the text can be written as an identifier as it is: plain and not a keyword, or quoted.
[[nodiscard]] bool is_identifier(std::string_view text);
// The text as a quoted identifier: `a.b[2]` gives `'a.b[2]'`. Bytes outside ASCII are not allowed in a quoted
// identifier and are written as `%XX`.
[[nodiscard]] std::string quote_identifier(std::string_view text);
// The text inside a quoted identifier, or the text itself if it is not quoted.
[[nodiscard]] std::string unquote_identifier(std::string_view identifier);
// A quoted identifier without its redundant escapes `\?` and `\"`.
[[nodiscard]] std::string normalize_quoted_identifier(std::string_view identifier);

// The value of a sequence of digits, none if it does not fit.
[[nodiscard]] std::optional<std::int64_t> read_integer(std::string_view digits);
// The value of a number literal, none if it is too large. Numbers that are too small become zero.
[[nodiscard]] std::optional<double> read_real(std::string_view number);

}  // namespace moo
