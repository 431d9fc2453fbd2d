// Texts and numbers as the reports of a survey show them.
#pragma once

#include <charconv>
#include <string>
#include <string_view>

namespace moo::survey {

// With spaces instead of line breaks and other control characters.
[[nodiscard]] inline std::string one_line(std::string_view text) {
    std::string line(text);
    for (char& c : line) c = static_cast<unsigned char>(c) < 0x20 || c == 0x7f ? ' ' : c;
    return line;
}

[[nodiscard]] inline std::string number_text(double value, int digits) {
    char text[40];
    auto const end = std::to_chars(text, text + sizeof text, value, std::chars_format::general, digits).ptr;
    return std::string(text, end);
}

}  // namespace moo::survey
