// Texts of strangers in a target language: literals, comments, identifiers.
#include <algorithm>
#include <cstdio>

#include "backends/template/characters.h"
#include "backends/template/write_expression.h"

namespace moo::tmpl {

namespace {

// `\x{hex}` or `\{octal}` with the digits of that byte.
std::string numbered(std::string pattern, unsigned char byte) {
    char digits[8];
    std::snprintf(digits, sizeof digits, "%02x", static_cast<unsigned>(byte));
    if (std::size_t const at = pattern.find("{hex}"); at != std::string::npos) return pattern.replace(at, 5, digits);
    std::snprintf(digits, sizeof digits, "%03o", static_cast<unsigned>(byte));
    if (std::size_t const at = pattern.find("{octal}"); at != std::string::npos) return pattern.replace(at, 7, digits);
    return pattern;
}

// Ends a line in some language, or turns the direction of what an editor shows.
bool is_treacherous(std::string_view character) {
    static constexpr std::string_view lines[] = {"\u0085", "\u2028", "\u2029"};
    if (std::ranges::find(lines, character) != std::end(lines)) return true;
    return (character >= "\u202a" && character <= "\u202e") || (character >= "\u2066" && character <= "\u2069");
}

}  // namespace

std::string escape(LanguageTable const& language, std::string_view text) {
    StringForm const& form = language.string;
    std::string out;
    for (char const c : text) {
        auto const byte = static_cast<unsigned char>(c);
        bool const is_control = byte < 0x20 || byte == 0x7f || (byte >= 0x80 && form.escapes_all);
        if (auto const found = form.escapes.find(c); found != form.escapes.end()) {
            out += found->second;
        } else if (is_control) {
            out += numbered(form.control, byte);
        } else {
            out += c;
        }
    }
    return out;
}

std::string quote(LanguageTable const& language, std::string_view text) {
    return language.string.open + escape(language, text) + language.string.close;
}

std::string comment_text(LanguageTable const& language, std::string_view text) {
    std::string out;
    for (std::string_view const character : characters(text)) {
        auto const byte = static_cast<unsigned char>(character[0]);
        bool const is_stray = character.size() == 1 && byte >= 0x80;
        bool const is_safe = byte >= 0x20 && byte != 0x7f && !is_stray && !is_treacherous(character);
        out += is_safe ? character : std::string_view("_");
        for (std::string const& forbidden : language.forbidden_in_comments) {
            if (out.ends_with(forbidden)) out.back() = '_';
        }
    }
    return out;
}

// A name that is an identifier does not change. In any other name, every character that is not a letter or digit
// becomes `_`, and a suffix after `_q` says what these characters were: one letter, or `x` with hexadecimal digits and
// `z`, for each. No two names give the same result, and a name that looks like a result is treated like any other.
std::string identifier(LanguageTable const& language, std::string_view name) {
    std::string base;
    std::string codes;
    bool is_plain = !name.empty() && is_letter(name[0]) && !language.reserved_words.contains(std::string(name));
    if (name.empty() || !is_letter(name[0])) {
        // Something that no identifier begins with.
        base += 'n';
        codes += 'n';
    }
    for (char const c : name) {
        if (is_letter(c) || is_digit(c)) {
            base += c;
            continue;
        }
        base += '_';
        is_plain = is_plain && c == '_';
        static constexpr std::string_view known = "_.[], ";
        static constexpr std::string_view letters = "udlrcs";
        if (std::size_t const at = known.find(c); at != std::string_view::npos) {
            codes += letters[at];
        } else {
            codes += numbered("x{hex}z", static_cast<unsigned char>(c));
        }
    }
    std::size_t const last = name.rfind('_');
    bool const looks_coded = last != std::string_view::npos && name.substr(last).starts_with("_q");
    if (is_plain && !looks_coded) return base;
    return base + "_q" + codes;
}

}  // namespace moo::tmpl
