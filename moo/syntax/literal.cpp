#include "moo/syntax/literal.h"

#include <charconv>
#include <cmath>
#include <cstdlib>

#include "moo/syntax/token.h"

namespace moo {

namespace {

// Maps the character after a backslash to the character that the pair stands for; none if there is no such escape.
std::optional<char> escaped_character(char c) {
    switch (c) {
        case '\'':
        case '"':
        case '?':
        case '\\': return c;
        case 'a': return '\a';
        case 'b': return '\b';
        case 'f': return '\f';
        case 'n': return '\n';
        case 'r': return '\r';
        case 't': return '\t';
        case 'v': return '\v';
    }
    return std::nullopt;
}

// The letter after a backslash that stands for a control character, NUL if there is none.
char escape_letter(char c) {
    switch (c) {
        case '\a': return 'a';
        case '\b': return 'b';
        case '\f': return 'f';
        case '\n': return 'n';
        case '\r': return 'r';
        case '\t': return 't';
        case '\v': return 'v';
    }
    return '\0';
}

std::string unescape(std::string_view text) {
    if (text.find('\\') == std::string_view::npos) return std::string(text);
    std::string out;
    out.reserve(text.size());
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (text[at] == '\\' && at + 1 < text.size()) {
            if (auto const c = escaped_character(text[at + 1])) {
                out += *c;
                ++at;
                continue;
            }
        }
        out += text[at];
    }
    return out;
}

bool is_word_start(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_word_part(char c) { return is_word_start(c) || (c >= '0' && c <= '9'); }
bool is_printable(char c) { return c >= 0x20 && c < 0x7f; }

bool is_quoted_identifier(std::string_view text) {
    if (text.size() < 2 || text.front() != '\'' || text.back() != '\'') return false;
    text = text.substr(1, text.size() - 2);
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (text[at] == '\'' || !is_printable(text[at])) return false;
        if (text[at] == '\\') {
            if (at + 1 == text.size() || !escaped_character(text[at + 1])) return false;
            ++at;
        }
    }
    return true;
}

}  // namespace

std::string unescape_string(std::string_view literal) {
    if (literal.size() < 2) return {};
    return unescape(literal.substr(1, literal.size() - 2));
}

std::string escape_string(std::string_view text) {
    std::string out = "\"";
    out.reserve(text.size() + 2);
    for (char const c : text) {
        if (c == '"' || c == '\\') {
            out += '\\';
            out += c;
        } else if (char const letter = escape_letter(c); letter != '\0') {
            out += '\\';
            out += letter;
        } else {
            out += c;
        }
    }
    out += '"';
    return out;
}

bool is_identifier(std::string_view text) {
    if (text.empty()) return false;
    if (text.front() == '\'') return is_quoted_identifier(text);
    if (!is_word_start(text.front())) return false;
    for (char const c : text) {
        if (!is_word_part(c)) return false;
    }
    return word_kind(text) == TokenKind::identifier;
}

std::string quote_identifier(std::string_view text) {
    constexpr std::string_view digits = "0123456789ABCDEF";
    std::string out = "'";
    for (char const c : text) {
        auto const byte = static_cast<unsigned char>(c);
        if (c == '\'' || c == '\\') {
            out += '\\';
            out += c;
        } else if (char const letter = escape_letter(c); letter != '\0') {
            out += '\\';
            out += letter;
        } else if (is_printable(c)) {
            out += c;
        } else {
            out += '%';
            out += digits[byte >> 4u];
            out += digits[byte & 15u];
        }
    }
    out += '\'';
    return out;
}

std::string unquote_identifier(std::string_view identifier) {
    bool const is_quoted = identifier.size() >= 2 && identifier.front() == '\'' && identifier.back() == '\'';
    if (!is_quoted) return std::string(identifier);
    return unescape(identifier.substr(1, identifier.size() - 2));
}

std::string normalize_quoted_identifier(std::string_view identifier) {
    std::string out;
    out.reserve(identifier.size());
    for (std::size_t at = 0; at < identifier.size(); ++at) {
        if (identifier[at] == '\\' && at + 1 < identifier.size()) {
            ++at;
            if (identifier[at] != '?' && identifier[at] != '"') out += '\\';
        }
        out += identifier[at];
    }
    return out;
}

std::optional<std::int64_t> read_integer(std::string_view digits) {
    std::int64_t value = 0;
    auto const result = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (result.ec != std::errc()) return std::nullopt;
    return value;
}

std::optional<double> read_real(std::string_view number) {
    double value = 0;
    auto const result = std::from_chars(number.data(), number.data() + number.size(), value);
    if (result.ec == std::errc::result_out_of_range) {
        // from_chars does not say whether the number is too large or too small; strtod does.
        value = std::strtod(std::string(number).c_str(), nullptr);
    }
    if (!std::isfinite(value)) return std::nullopt;
    return value;
}

}  // namespace moo
