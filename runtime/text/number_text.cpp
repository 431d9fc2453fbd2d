#include "runtime/text/number_text.h"

#include <array>
#include <charconv>

namespace moo::runtime {

void append_number(std::string& text, double value) {
    // The longest shortest double has 24 characters.
    std::array<char, 32> buffer;
    auto const end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr;
    text.append(buffer.data(), end);
}

std::string number_text(double value) {
    std::string text;
    append_number(text, value);
    return text;
}

std::string rounded_text(double value, int digits) {
    std::array<char, 64> buffer;
    auto const end =
        std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::general, digits).ptr;
    return {buffer.data(), end};
}

std::optional<double> parse_number(std::string_view text) {
    if (!text.empty() && text.front() == '+') text.remove_prefix(1);
    double value = 0.0;
    auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return value;
}

}  // namespace moo::runtime
