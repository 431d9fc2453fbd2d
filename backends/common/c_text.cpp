#include "backends/common/c_text.h"

#include <cmath>
#include <cstdio>

#include "moo/base/text_writer.h"

namespace moo {

std::string c_string_literal(std::string_view text) {
    std::string out = "\"";
    for (char const c : text) {
        auto const byte = static_cast<unsigned char>(c);
        bool const is_plain = byte >= 0x20 && byte < 0x7f && c != '"' && c != '\\' && c != '?';
        if (is_plain) {
            out += c;
            continue;
        }
        // Use three octal digits: unlike \x, they end before the next character. Escape `?` to avoid trigraphs.
        char buffer[8];
        std::snprintf(buffer, sizeof buffer, "\\%03o", byte);
        out += buffer;
    }
    return out + "\"";
}

std::string c_comment_text(std::string_view text) {
    std::string out;
    for (char const c : text) {
        auto const byte = static_cast<unsigned char>(c);
        bool const is_safe = byte >= 0x20 && byte != 0x7f && c != '\\' && c != '?';
        bool const ends_comment = c == '/' && !out.empty() && out.back() == '*';
        bool const opens_comment = c == '*' && !out.empty() && out.back() == '/';
        out += is_safe && !ends_comment && !opens_comment ? c : '_';
    }
    return out;
}

std::string c_real(double value) {
    if (std::isnan(value)) return "NAN";
    if (std::isinf(value)) return value < 0.0 ? "-HUGE_VAL" : "HUGE_VAL";
    TextWriter text;
    text.write_real(value);
    return text.take();
}

}  // namespace moo
