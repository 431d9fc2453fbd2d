#include "moo/syntax/lexer.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <string>

#include "moo/syntax/literal.h"
#include "moo/syntax/utf8.h"

namespace moo {

namespace {

constexpr Message<> file_empty{DiagnosticKind::FileEmpty, "the file is empty"};
constexpr Message<std::int64_t> file_not_text{DiagnosticKind::FileNotText,
                                              "this is not a text file: it has a NUL byte at offset {}"};
constexpr Message<std::string_view> invalid_utf8{DiagnosticKind::InvalidUtf8,
                                                 "byte `{}` is not UTF-8; the file must be saved in that encoding"};
constexpr Message<std::string_view> unexpected_character{DiagnosticKind::UnexpectedCharacter,
                                                         "`{}` has no meaning in Modelica"};
constexpr Message<std::string_view> unexpected_in_identifier{
    DiagnosticKind::UnexpectedCharacter,
    "`{}` in a quoted identifier; only printable ASCII characters are allowed there"};
constexpr Message<> unterminated_string{DiagnosticKind::UnterminatedString, "the string that begins here never ends"};
constexpr Message<> unterminated_comment{DiagnosticKind::UnterminatedComment,
                                         "the comment that begins here never ends"};
constexpr Message<> unterminated_identifier{DiagnosticKind::UnterminatedIdentifier,
                                            "the quoted identifier that begins here has no closing `'` on its line"};
constexpr Message<std::string_view> unknown_escape{DiagnosticKind::UnknownEscape,
                                                   "`\\{}` is not an escape sequence; write `\\\\` for a backslash"};
constexpr Message<std::string_view> number_malformed{DiagnosticKind::NumberMalformed,
                                                     "`{}` is neither a number nor an identifier"};

enum CharacterClass : std::uint8_t { word_start = 1, digit = 2, space = 4 };

constexpr std::array<std::uint8_t, 256> character_classes = [] {
    std::array<std::uint8_t, 256> table{};
    for (unsigned c = 'a'; c <= 'z'; ++c) table[c] = word_start;
    for (unsigned c = 'A'; c <= 'Z'; ++c) table[c] = word_start;
    for (unsigned c = '0'; c <= '9'; ++c) table[c] = digit;
    table['_'] = word_start;
    for (char const c : {' ', '\t', '\r', '\n', '\f', '\v'}) table[static_cast<unsigned char>(c)] = space;
    return table;
}();

bool is(char c, unsigned classes) { return (character_classes[static_cast<unsigned char>(c)] & classes) != 0; }

// A word with the high bit set in every byte that equals the byte of `pattern`, and maybe in bytes
// above the first such one (see Hacker's Delight, "find first zero byte").
std::uint64_t matches(std::uint64_t word, std::uint64_t pattern) {
    std::uint64_t const zero_where_equal = word ^ pattern;
    return (zero_where_equal - 0x0101010101010101ull) & ~zero_where_equal & 0x8080808080808080ull;
}

constexpr std::uint64_t repeat(char c) { return 0x0101010101010101ull * static_cast<unsigned char>(c); }

// The first `a` or `b` at or after `at`, or `end`. Most bytes of a library are documentation, so this is the hottest
// loop of the lexer: eight bytes at a time.
char const* find_either(char const* at, char const* end, char a, char b) {
    while (end - at >= 8) {
        std::uint64_t word;
        std::memcpy(&word, at, 8);
        if ((matches(word, repeat(a)) | matches(word, repeat(b))) != 0) break;
        at += 8;
    }
    while (at != end && *at != a && *at != b) ++at;
    return at;
}

std::string hex_byte(char c) {
    constexpr std::string_view digits = "0123456789ABCDEF";
    auto const byte = static_cast<unsigned char>(c);
    return {'0', 'x', digits[byte >> 4u], digits[byte & 15u]};
}

// A character for a message: itself if it can be shown, else its code.
std::string character_text(char const* at, char const* end) {
    auto const byte = static_cast<unsigned char>(*at);
    if (byte < 0x20 || byte == 0x7f) return hex_byte(*at);
    char const* stop = at + 1;
    while (stop != end && stop - at < 4 && (static_cast<unsigned char>(*stop) & 0xc0u) == 0x80u) ++stop;
    return {at, stop};
}

constexpr std::size_t large_text = 1'000'000;
constexpr unsigned recent_bits = 11;

}  // namespace

namespace {

std::size_t recent_place(std::string_view text) {
    std::uint64_t word = 0;
    std::size_t const size = std::min<std::size_t>(text.size(), sizeof word);
    std::memcpy(&word, text.data() + (text.size() - size), size);
    return ((word + text.size()) * 0x9e3779b97f4a7c15u) >> (64 - recent_bits);
}

}  // namespace

Symbol Lexer::intern(std::string_view text) {
    if (recent_.empty()) return interner_.intern(text);
    Symbol& recent = recent_[recent_place(text)];
    if (recent && interner_.text(recent) == text) return recent;
    std::size_t const known = interner_.size();
    Symbol const found = recent = interner_.intern(text);
    if (found.index() < known) read_ahead(found);
    return found;
}

// A large text mentions names about in the order in which it declared them: those next to a name that had to be looked
// up come next. Their texts lie side by side, while each look-up in the interner is in another part of memory.
void Lexer::read_ahead(Symbol found) {
    constexpr std::uint32_t group = 32;
    std::uint32_t const first = found.index() / group * group;
    if (first == ahead_) return;
    ahead_ = first;
    char const kind = interner_.text(found).front();
    auto const end = static_cast<std::uint32_t>(std::min<std::size_t>(interner_.size(), first + 2 * group));
    for (std::uint32_t i = first; i < end; ++i) {
        std::string_view const text = interner_.text(Symbol(i));
        // Not what the lexer will not meet, such as names without their quotes.
        if (!text.empty() && text.front() == kind) recent_[recent_place(text)] = Symbol(i);
    }
}

Lexer::Lexer(std::string_view text, SourceLoc start, Interner& interner, Diagnostics& diagnostics)
    : begin_(text.data()),
      at_(text.data()),
      end_(text.data() + text.size()),
      start_(start),
      interner_(interner),
      diagnostics_(diagnostics) {
    if (text.size() >= large_text) recent_.resize(std::size_t{1} << recent_bits);
    if (text.starts_with("\xEF\xBB\xBF")) at_ += 3;
    read_base_header();
}

void Lexer::read_base_header() {
    constexpr std::string_view prefix = "//! base ";
    std::string_view line(at_, static_cast<std::size_t>(end_ - at_));
    if (!line.starts_with(prefix)) return;
    line = line.substr(prefix.size(), line.find_first_of("\r\n") - prefix.size());
    // Three runs of digits, the last two after a dot; releases are written with `r` instead of the second dot.
    int numbers = 0;
    std::size_t at = 0;
    while (numbers < 3) {
        std::size_t const from = at;
        while (at < line.size() && is(line[at], digit)) ++at;
        if (at == from) return;
        ++numbers;
        if (numbers == 3) break;
        if (at == line.size() || (line[at] != '.' && !(line[at] == 'r' && numbers == 2))) return;
        ++at;
    }
    if (line.find_first_not_of(" \t", at) != std::string_view::npos) return;
    base_version_ = line.substr(0, at);
}

Token Lexer::next() {
    while (true) {
        switch (*at_) {
            case ' ':
            case '\t':
            case '\r':
            case '\n':
            case '\f':
            case '\v':
                do ++at_;
                while (is(*at_, space));
                continue;
            case '/':
                if (at_[1] == '/') {
                    auto const* const line_end =
                        static_cast<char const*>(std::memchr(at_, '\n', static_cast<std::size_t>(end_ - at_)));
                    at_ = line_end == nullptr ? end_ : line_end;
                    continue;
                }
                if (at_[1] == '*') {
                    if (skip_block_comment()) continue;
                    return make(TokenKind::end_of_file, at_);
                }
                return symbol(TokenKind::slash, 1);
            case '\0':
                if (at_ == end_) return make(TokenKind::end_of_file, at_);
                return lex_unexpected();
            case '"': return lex_string();
            case '\'': return lex_quoted_identifier();
            case '0':
            case '1':
            case '2':
            case '3':
            case '4':
            case '5':
            case '6':
            case '7':
            case '8':
            case '9': return lex_number();
            case '.': return lex_dot();
            case '(': return symbol(TokenKind::left_paren, 1);
            case ')': return symbol(TokenKind::right_paren, 1);
            case '[': return symbol(TokenKind::left_bracket, 1);
            case ']': return symbol(TokenKind::right_bracket, 1);
            case '{': return symbol(TokenKind::left_brace, 1);
            case '}': return symbol(TokenKind::right_brace, 1);
            case ',': return symbol(TokenKind::comma, 1);
            case ';': return symbol(TokenKind::semicolon, 1);
            case '+': return symbol(TokenKind::plus, 1);
            case '-': return symbol(TokenKind::minus, 1);
            case '*': return symbol(TokenKind::star, 1);
            case '^': return symbol(TokenKind::caret, 1);
            case '@': return symbol(TokenKind::at, 1);
            case ':': return at_[1] == '=' ? symbol(TokenKind::assign, 2) : symbol(TokenKind::colon, 1);
            case '=': return at_[1] == '=' ? symbol(TokenKind::equal_equal, 2) : symbol(TokenKind::equal, 1);
            case '>': return at_[1] == '=' ? symbol(TokenKind::greater_equal, 2) : symbol(TokenKind::greater, 1);
            case '<':
                if (at_[1] == '=') return symbol(TokenKind::less_equal, 2);
                return at_[1] == '>' ? symbol(TokenKind::not_equal, 2) : symbol(TokenKind::less, 1);
        }
        return is(*at_, word_start) ? lex_word() : lex_unexpected();
    }
}

Token Lexer::lex_word() {
    char const* const begin = at_;
    do ++at_;
    while (is(*at_, word_start | digit));
    std::string_view const word(begin, static_cast<std::size_t>(at_ - begin));
    Token token = make(word_kind(word), begin);
    if (token.kind == TokenKind::identifier) token.symbol = intern(word);
    return token;
}

Token Lexer::lex_quoted_identifier() {
    char const* const begin = at_;
    bool redundant_escape = false;
    bool valid = true;
    ++at_;
    while (true) {
        // Almost all characters are neither the end nor special.
        while (*at_ > ' ' && *at_ < 0x7f && *at_ != '\'' && *at_ != '\\') ++at_;
        if (*at_ == '\'') break;
        auto const byte = static_cast<unsigned char>(*at_);
        if (at_ == end_ || *at_ == '\n' || *at_ == '\r') {
            diagnostics_.error(span_from(begin), unterminated_identifier);
            return make(TokenKind::error, begin);
        }
        if (*at_ == '\\') {
            redundant_escape |= at_[1] == '?' || at_[1] == '"';
            valid &= check_escape();
        } else {
            if ((byte < 0x20 || byte >= 0x7f) && valid) {
                report_character(at_, at_ + 1, unexpected_in_identifier);
                valid = false;
            }
            ++at_;
        }
    }
    ++at_;
    Token token = make(TokenKind::identifier, begin);
    std::string_view const text(begin, static_cast<std::size_t>(at_ - begin));
    token.symbol = intern(redundant_escape ? normalize_quoted_identifier(text) : text);
    return token;
}

Token Lexer::lex_string() {
    char const* const begin = at_;
    ++at_;
    while (true) {
        at_ = find_either(at_, end_, '"', '\\');
        if (at_ == end_) {
            unfinished_ = begin;
            return make(TokenKind::end_of_file, at_);
        }
        if (*at_ == '"') break;
        check_escape();
    }
    ++at_;
    return make(TokenKind::string, begin);
}

// Skips a backslash and the character it escapes. False, after a report, if there is no such escape.
bool Lexer::check_escape() {
    char const* const begin = at_;
    at_ += at_ + 1 == end_ ? 1 : 2;
    switch (begin[1]) {
        case '\'':
        case '"':
        case '?':
        case '\\':
        case 'a':
        case 'b':
        case 'f':
        case 'n':
        case 'r':
        case 't':
        case 'v': return true;
    }
    // At the end of the file the missing quote is the mistake.
    if (at_ != end_ && !quiet_) diagnostics_.error(span_from(begin), unknown_escape, character_text(begin + 1, end_));
    return false;
}

Token Lexer::lex_number() {
    char const* const begin = at_;
    TokenKind kind = TokenKind::integer;
    while (is(*at_, digit)) ++at_;
    if (*at_ == '.') {
        kind = TokenKind::real;
        ++at_;
        while (is(*at_, digit)) ++at_;
    }
    if (*at_ == 'e' || *at_ == 'E') {
        char const* exponent = at_ + 1;
        if (*exponent == '+' || *exponent == '-') ++exponent;
        if (is(*exponent, digit)) {
            kind = TokenKind::real;
            at_ = exponent;
            while (is(*at_, digit)) ++at_;
        }
    }
    if (!is(*at_, word_start)) return make(kind, begin);
    // `1else` is a number and a keyword, `1x` a mistake.
    char const* const word = at_;
    while (is(*at_, word_start | digit)) ++at_;
    if (word_kind({word, static_cast<std::size_t>(at_ - word)}) != TokenKind::identifier) {
        at_ = word;
        return make(kind, begin);
    }
    if (!quiet_) {
        diagnostics_.error(span_from(begin), number_malformed,
                           std::string_view(begin, static_cast<std::size_t>(at_ - begin)));
    }
    return make(TokenKind::error, begin);
}

Token Lexer::lex_dot() {
    switch (at_[1]) {
        case '+': return symbol(TokenKind::dot_plus, 2);
        case '-': return symbol(TokenKind::dot_minus, 2);
        case '*': return symbol(TokenKind::dot_star, 2);
        case '/': return symbol(TokenKind::dot_slash, 2);
        case '^': return symbol(TokenKind::dot_caret, 2);
    }
    if (is(at_[1], digit)) return lex_number();
    return symbol(TokenKind::dot, 1);
}

Token Lexer::lex_unexpected() {
    char const* const begin = at_;
    bool const is_ascii = static_cast<unsigned char>(*at_) < 0x80;
    // A run of such characters is one mistake.
    do ++at_;
    while (at_ != end_ && (is_ascii ? *at_ == *begin : static_cast<unsigned char>(*at_) >= 0x80));
    report_character(begin, at_, unexpected_character);
    return make(TokenKind::error, begin);
}

void Lexer::report_character(char const* begin, char const* end, Message<std::string_view> const& message) {
    std::string const text = character_text(begin, end_);
    // Bytes that are not UTF-8 are reported once for the file, by `check_text`.
    if (quiet_ || find_invalid_utf8(text) != std::string_view::npos) return;
    diagnostics_.error({loc_of(begin), loc_of(end)}, message, text);
}

bool Lexer::skip_block_comment() {
    char const* const begin = at_;
    at_ += 2;
    while (true) {
        auto const* const star = static_cast<char const*>(std::memchr(at_, '*', static_cast<std::size_t>(end_ - at_)));
        if (star == nullptr) {
            unfinished_ = begin;
            at_ = end_;
            return false;
        }
        at_ = star + 1;
        if (*at_ == '/') {
            ++at_;
            return true;
        }
    }
}

void Lexer::report_unfinished() {
    if (unfinished_ == nullptr) return;
    if (*unfinished_ == '"')
        diagnostics_.error({loc_of(unfinished_), loc_of(unfinished_ + 1)}, unterminated_string);
    else
        diagnostics_.error({loc_of(unfinished_), loc_of(unfinished_ + 2)}, unterminated_comment);
    unfinished_ = nullptr;
}

bool check_text(FileId file, SourceManager const& sources, Diagnostics& diagnostics) {
    std::string_view const text = sources.text(file);
    SourceSpan const start{sources.start_of(file), sources.start_of(file)};
    if (text.empty()) {
        diagnostics.error(start, file_empty);
        return false;
    }
    if (auto const nul = text.find('\0'); nul != std::string_view::npos) {
        diagnostics.error(start, file_not_text, static_cast<std::int64_t>(nul));
        return false;
    }
    if (auto const bad = find_invalid_utf8(text); bad != std::string_view::npos) {
        diagnostics.error({sources.loc(file, bad), sources.loc(file, bad + 1)}, invalid_utf8, hex_byte(text[bad]));
    }
    return true;
}

}  // namespace moo
