// Numbers as text.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace moo::runtime {

// The shortest decimal that reads back as the same number; `nan`, `inf`, `-inf`.
void append_number(std::string& text, double value);
[[nodiscard]] std::string number_text(double value);
// With the given number of significant digits, without trailing zeros; for people.
[[nodiscard]] std::string rounded_text(double value, int digits);

// Nothing unless the whole text is a number.
[[nodiscard]] std::optional<double> parse_number(std::string_view text);

}  // namespace moo::runtime
