#include "backends/common/xml_text.h"

namespace moo {

namespace {

// The number of bytes of the first character of a text; 0 if XML does not allow the character.
std::size_t character_size(std::string_view text) {
    auto const byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u; };
    auto const is_tail = [&](std::size_t i) { return (byte(i) & 0xc0u) == 0x80u; };
    unsigned const first = byte(0);
    if (first < 0x80) return first >= 0x20 || first == '\n' || first == '\t' || first == '\r' ? 1 : 0;
    if (first >= 0xc2 && first < 0xe0) return is_tail(1) ? 2 : 0;
    if (first >= 0xe0 && first < 0xf0) {
        unsigned const code = ((first & 0x0fu) << 12u) | ((byte(1) & 0x3fu) << 6u) | (byte(2) & 0x3fu);
        bool const is_character = code >= 0x800 && !(code >= 0xd800 && code < 0xe000) && code < 0xfffe;
        return is_tail(1) && is_tail(2) && is_character ? 3 : 0;
    }
    if (first >= 0xf0 && first < 0xf5) {
        unsigned const code = ((first & 0x07u) << 18u) | ((byte(1) & 0x3fu) << 12u);
        bool const is_character = code >= 0x10000 && code < 0x110000;
        return is_tail(1) && is_tail(2) && is_tail(3) && is_character ? 4 : 0;
    }
    return 0;
}

}  // namespace

std::string xml_text(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    for (std::size_t i = 0; i < text.size();) {
        std::size_t const size = character_size(text.substr(i));
        if (size == 0) {
            out += '?';
            ++i;
        } else {
            out += text.substr(i, size);
            i += size;
        }
    }
    return out;
}

std::string normalized_text(std::string_view text) {
    std::string out = xml_text(text);
    for (char& c : out) {
        if (c == '\n' || c == '\t' || c == '\r') c = ' ';
    }
    return out;
}

}  // namespace moo
