// Lexical units of Modelica.
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <string_view>

#include "moo/base/interner.h"

namespace moo {

enum class TokenKind : std::uint8_t {
    end_of_file,
    error,  // something that the lexer has reported
    identifier,
    string,
    integer,
    real,
#define MOO_KEYWORD(name, text) name,
#define MOO_SYMBOL(name, text) name,
#include "moo/syntax/token_kinds.def"
#undef MOO_KEYWORD
#undef MOO_SYMBOL
};

// Positions are offsets into the text of the file.
struct Token {
    TokenKind kind = TokenKind::end_of_file;
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    Symbol symbol;  // of an identifier
};

class TokenSet {
public:
    constexpr TokenSet(std::initializer_list<TokenKind> kinds) {
        for (TokenKind const kind : kinds) words_[index(kind) / 64] |= std::uint64_t{1} << (index(kind) % 64);
    }
    [[nodiscard]] constexpr bool contains(TokenKind kind) const {
        return ((words_[index(kind) / 64] >> (index(kind) % 64)) & 1u) != 0;
    }

private:
    static constexpr unsigned index(TokenKind kind) { return static_cast<unsigned>(kind); }
    std::array<std::uint64_t, 2> words_{};
};

// `equation`, `:=`; a description in words for the kinds that have no fixed text.
[[nodiscard]] std::string_view token_text(TokenKind kind);

// The kind of a word: a keyword or `identifier`.
[[nodiscard]] TokenKind word_kind(std::string_view word);

}  // namespace moo
