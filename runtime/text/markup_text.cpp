#include "runtime/text/markup_text.h"

#include <algorithm>
#include <array>
#include <cstdio>

namespace moo::runtime {

namespace {

// The length of a character that begins with this byte; 0 if no character does.
std::size_t character_length(unsigned char first) {
    if (first < 0x80) return 1;
    if (first >= 0xc2 && first < 0xe0) return 2;
    if (first >= 0xe0 && first < 0xf0) return 3;
    if (first >= 0xf0 && first < 0xf5) return 4;
    return 0;
}

bool is_character(std::string_view bytes) {
    auto const byte = [&](std::size_t i) { return static_cast<unsigned char>(bytes[i]); };
    for (std::size_t i = 1; i < bytes.size(); ++i) {
        if ((byte(i) & 0xc0) != 0x80) return false;
    }
    if (bytes.size() == 3) {
        // Reject overlong forms, surrogates and the two non-characters that XML excludes.
        if (byte(0) == 0xe0 && byte(1) < 0xa0) return false;
        if (byte(0) == 0xed && byte(1) >= 0xa0) return false;
        if (byte(0) == 0xef && byte(1) == 0xbf && byte(2) >= 0xbe) return false;
    }
    if (bytes.size() == 4) {
        if (byte(0) == 0xf0 && byte(1) < 0x90) return false;
        if (byte(0) == 0xf4 && byte(1) >= 0x90) return false;
    }
    return true;
}

}  // namespace

std::string valid_utf8(std::string_view text) {
    std::string result;
    result.reserve(text.size());
    while (!text.empty()) {
        std::size_t const length = character_length(static_cast<unsigned char>(text.front()));
        if (length == 0 || length > text.size() || !is_character(text.substr(0, length))) {
            result += "\xef\xbf\xbd";
            text.remove_prefix(1);
        } else {
            result += text.substr(0, length);
            text.remove_prefix(length);
        }
    }
    return result;
}

std::string xml_text(std::string_view text) {
    std::string result;
    for (char const c : valid_utf8(text)) {
        switch (c) {
            case '&': result += "&amp;"; break;
            case '<': result += "&lt;"; break;
            case '>': result += "&gt;"; break;
            case '"': result += "&quot;"; break;
            default:
                // XML does not allow other control characters.
                if (static_cast<unsigned char>(c) >= 0x20 || c == '\t' || c == '\n') result += c;
        }
    }
    return result;
}

std::string json_string(std::string_view text) {
    std::string result = "\"";
    for (char const c : valid_utf8(text)) {
        // `<` could end the script element; `&` and `>` are escaped for safety.
        bool const is_plain = static_cast<unsigned char>(c) >= 0x20 && c != '"' && c != '\\' && c != '<' && c != '>' &&
                              c != '&' && c != 0x7f;
        if (is_plain) {
            result += c;
            continue;
        }
        std::array<char, 8> buffer{};
        std::snprintf(buffer.data(), buffer.size(), "\\u%04x", static_cast<unsigned>(static_cast<unsigned char>(c)));
        result += buffer.data();
    }
    return result + "\"";
}

std::size_t character_count(std::string_view text) {
    return static_cast<std::size_t>(
        std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

std::string colour_text(std::uint32_t rgb) {
    std::array<char, 8> buffer{};
    std::snprintf(buffer.data(), buffer.size(), "#%06x", rgb & 0xffffffu);
    return buffer.data();
}

}  // namespace moo::runtime
