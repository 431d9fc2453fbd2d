// From template text to tokens; handles white space around tags.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "moo/base/diagnostics.h"
#include "moo/base/source.h"

namespace moo::tmpl {

// Lexer and parser give up after that many mistakes.
inline constexpr std::size_t max_errors = 20;

enum class TokenKind : std::uint8_t {
    text,             // text outside of tags
    output_begin,     // {{
    output_end,       // }}
    statement_begin,  // {%
    statement_end,    // %}
    name,
    integer,
    real,
    string,
    symbol,  // operators and punctuation
    end,
};

struct Token {
    TokenKind kind = TokenKind::end;
    SourceSpan span;
    std::string text;  // of a string without quotes and escapes
    std::int64_t integer = 0;
    double real = 0;
};

// White space is handled in the way that suits code generators. A line that contains nothing but `{% … %}` or `{# … #}`
// leaves no trace: the blanks before the tag and the line end after it are removed. `-` inside the end of a tag removes
// all white space on that side, `+` none. The last token is of kind `end`.
[[nodiscard]] std::vector<Token> lex(FileId file, SourceManager const& sources, Diagnostics& diagnostics);

}  // namespace moo::tmpl
