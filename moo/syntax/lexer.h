// Modelica text to tokens, one at a time.
#pragma once

#include <string_view>
#include <vector>

#include "moo/base/diagnostics.h"
#include "moo/base/interner.h"
#include "moo/base/source.h"
#include "moo/syntax/token.h"

namespace moo {

// The text must be followed by a NUL and contain none, as `SourceManager` guarantees and
// `check_text` checks.
class Lexer {
public:
    Lexer(std::string_view text, SourceLoc start, Interner& interner, Diagnostics& diagnostics);

    Token next();

    // The version in the header `//! base 0.1.0` at the start of the file, empty if there is none.
    [[nodiscard]] std::string_view base_version() const { return base_version_; }

    // A string or comment that never ends has swallowed the rest of the file. This is reported after the parser has
    // seen the rest, because a quote that is missing earlier is a better place to point at.
    [[nodiscard]] bool reached_end_inside_token() const { return unfinished_ != nullptr; }
    void report_unfinished();

    // While the parser skips tokens after an error, messages about them would only be noise.
    void set_quiet(bool quiet) { quiet_ = quiet; }
    // From now on, every token is the end of the file.
    void stop() { at_ = end_; }

private:
    Token lex_word();
    Token lex_quoted_identifier();
    Token lex_string();
    Token lex_number();
    Token lex_dot();
    Token lex_unexpected();
    // False if the comment does not end.
    bool skip_block_comment();
    void read_base_header();
    bool check_escape();
    void report_character(char const* begin, char const* end, Message<std::string_view> const& message);

    [[nodiscard]] Token make(TokenKind kind, char const* begin) const {
        return {kind, offset_of(begin), offset_of(at_), Symbol()};
    }
    Token symbol(TokenKind kind, int length) {
        char const* const begin = at_;
        at_ += length;
        return make(kind, begin);
    }
    [[nodiscard]] std::uint32_t offset_of(char const* at) const { return static_cast<std::uint32_t>(at - begin_); }
    [[nodiscard]] SourceLoc loc_of(char const* at) const { return {start_.offset + offset_of(at)}; }
    [[nodiscard]] SourceSpan span_from(char const* begin) const { return {loc_of(begin), loc_of(at_)}; }

    char const* begin_;
    char const* at_;
    char const* end_;
    SourceLoc start_;
    Interner& interner_;
    // Symbols that were seen recently, by the end of their text. Only for large texts, whose names are not in any cache
    // of the processor, but occur in groups.
    Symbol intern(std::string_view text);
    void read_ahead(Symbol found);
    std::vector<Symbol> recent_;
    std::uint32_t ahead_ = 0xffffffffu;  // the group of symbols that was prefetched
    Diagnostics& diagnostics_;
    std::string_view base_version_;
    char const* unfinished_ = nullptr;  // where the string or comment that never ends begins
    bool quiet_ = false;
};

// Reports a file that is empty, binary or not UTF-8. Returns false if parsing it makes no sense.
bool check_text(FileId file, SourceManager const& sources, Diagnostics& diagnostics);

}  // namespace moo
