#include "moo/syntax/utf8.h"

#include <cstdint>
#include <cstring>

namespace moo {

namespace {

// The length of the well-formed sequence at `at`, 0 if there is none.
std::size_t sequence_length(std::string_view text, std::size_t at) {
    auto const byte = [&](std::size_t i) -> unsigned {
        return at + i < text.size() ? static_cast<unsigned char>(text[at + i]) : 0u;
    };
    auto const continues = [&](std::size_t i) { return (byte(i) & 0xc0u) == 0x80u; };
    unsigned const first = byte(0);
    if (first < 0x80) return 1;
    if (first >= 0xc2 && first <= 0xdf) return continues(1) ? 2 : 0;
    if (first >= 0xe0 && first <= 0xef) {
        // Overlong below U+0800, surrogates from U+D800 to U+DFFF.
        if (first == 0xe0 && byte(1) < 0xa0) return 0;
        if (first == 0xed && byte(1) > 0x9f) return 0;
        return continues(1) && continues(2) ? 3 : 0;
    }
    if (first >= 0xf0 && first <= 0xf4) {
        // Overlong below U+10000, nothing above U+10FFFF.
        if (first == 0xf0 && byte(1) < 0x90) return 0;
        if (first == 0xf4 && byte(1) > 0x8f) return 0;
        return continues(1) && continues(2) && continues(3) ? 4 : 0;
    }
    return 0;
}

}  // namespace

std::size_t find_invalid_utf8(std::string_view text) {
    std::size_t at = 0;
    while (at < text.size()) {
        // Nearly all text is ASCII: eight bytes at a time.
        std::uint64_t word = 0;
        while (at + 8 <= text.size()) {
            std::memcpy(&word, text.data() + at, 8);
            if ((word & 0x8080808080808080ull) != 0) break;
            at += 8;
        }
        std::size_t const stop = at + 8 < text.size() ? at + 8 : text.size();
        while (at < stop) {
            std::size_t const length = sequence_length(text, at);
            if (length == 0) return at;
            at += length;
        }
    }
    return std::string_view::npos;
}

}  // namespace moo
