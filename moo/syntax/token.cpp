#include "moo/syntax/token.h"

#include <array>

namespace moo {

namespace {

struct Keyword {
    std::string_view text;
    TokenKind kind;
};

constexpr std::array keywords = {
#define MOO_KEYWORD(name, text) Keyword{text, TokenKind::name},
#define MOO_SYMBOL(name, text)
#include "moo/syntax/token_kinds.def"
#undef MOO_KEYWORD
#undef MOO_SYMBOL
};

// In the order of `TokenKind`.
constexpr std::array token_texts = {
    std::string_view("the end of the file"),
    std::string_view("an unreadable character"),
    std::string_view("an identifier"),
    std::string_view("a string"),
    std::string_view("a number"),
    std::string_view("a number"),
#define MOO_KEYWORD(name, text) std::string_view(text),
#define MOO_SYMBOL(name, text) std::string_view(text),
#include "moo/syntax/token_kinds.def"
#undef MOO_KEYWORD
#undef MOO_SYMBOL
};

constexpr std::size_t shortest = 2;
constexpr std::size_t longest = 13;
// Large enough that a multiplier is found at once; compilers limit how long they compute constants.
constexpr unsigned slot_bits = 10;

// The length, the first two characters and the last one tell all keywords apart, so a multiplier
// exists that gives each a slot of its own; it is searched for when this file is compiled.
constexpr std::uint32_t keyword_hash(std::string_view word, std::uint32_t multiplier) {
    auto const at = [&](std::size_t i) { return static_cast<std::uint32_t>(static_cast<unsigned char>(word[i])); };
    std::uint32_t const key =
        at(0) | (at(1) << 8u) | (at(word.size() - 1) << 16u) | (static_cast<std::uint32_t>(word.size()) << 24u);
    return (key * multiplier) >> (32u - slot_bits);
}

struct KeywordTable {
    std::uint32_t multiplier = 0;
    std::array<std::uint8_t, std::size_t{1} << slot_bits> slots{};  // index into `keywords` plus one
};

consteval KeywordTable make_table() {
    KeywordTable table;
    for (table.multiplier = 0x9e3779b1u;; table.multiplier += 2) {
        table.slots = {};
        bool collision = false;
        for (std::size_t i = 0; i < keywords.size() && !collision; ++i) {
            std::uint8_t& slot = table.slots[keyword_hash(keywords[i].text, table.multiplier)];
            collision = slot != 0;
            slot = static_cast<std::uint8_t>(i + 1);
        }
        if (!collision) return table;
    }
}

constexpr KeywordTable table = make_table();

}  // namespace

TokenKind word_kind(std::string_view word) {
    if (word.size() < shortest || word.size() > longest) return TokenKind::identifier;
    std::uint8_t const slot = table.slots[keyword_hash(word, table.multiplier)];
    if (slot == 0) return TokenKind::identifier;
    Keyword const& keyword = keywords[slot - 1u];
    return keyword.text == word ? keyword.kind : TokenKind::identifier;
}

std::string_view token_text(TokenKind kind) { return token_texts[static_cast<std::size_t>(kind)]; }

}  // namespace moo
