// Filters on strings.
#include <algorithm>
#include <charconv>

#include "backends/template/call.h"
#include "backends/template/characters.h"

namespace moo::tmpl {

namespace {

constexpr Message<std::string_view> bad_format{DiagnosticKind::TemplateValue,
                                               "`{}` is not a format; the formats are %s, %d, %x, %f, %e, %g and %%"};
constexpr Message<std::int64_t, std::int64_t> format_count{DiagnosticKind::WrongArguments,
                                                           "the text has {} places, but {} values are given"};
constexpr Message<> empty_pattern{DiagnosticKind::TemplateValue, "`replace` needs something to look for"};

// Letters of ASCII only: what else is a letter depends on a language.
char upper(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }
char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

template <char (*first)(char), char (*other)(char)>
Value to_case(Call const& call) {
    call.bind();
    std::string text = call.text();
    std::ranges::transform(text, text.begin(), other);
    if (!text.empty()) text[0] = first(text[0]);
    return text;
}

Value to_trim(Call const& call) {
    auto const given = call.bind({"chars"});
    std::string const trimmed = call.string(given[0], " \t\r\n");
    std::size_t const begin = call.text().find_first_not_of(trimmed);
    if (begin == std::string::npos) return std::string();
    return call.text().substr(begin, call.text().find_last_not_of(trimmed) - begin + 1);
}

Value to_replace(Call const& call) {
    auto const given = call.bind({"old", "new", "count"}, 2);
    std::string const& text = call.text();
    std::string const& old_text = call.string(given[0]);
    std::int64_t left = call.integer(given[2], -1);
    if (old_text.empty()) call.fail(empty_pattern);
    std::string result;
    std::size_t at = 0;
    for (std::size_t found = text.find(old_text); found != std::string::npos && left != 0; --left) {
        result.append(text, at, found - at).append(call.string(given[1]));
        call.check_size(result.size());
        at = found + old_text.size();
        found = text.find(old_text, at);
    }
    return result.append(text, at);
}

// Every line but the first, and only lines that are not blank, unless asked otherwise.
Value to_indent(Call const& call) {
    auto const given = call.bind({"width", "first", "blank"});
    std::string const& text = call.text();
    std::int64_t const width = given[0].is_string() ? 0 : std::max<std::int64_t>(call.integer(given[0], 4), 0);
    call.check_size(static_cast<std::size_t>(width));
    std::string const indentation =
        given[0].is_string() ? given[0].string() : std::string(static_cast<std::size_t>(width), ' ');
    std::string result;
    bool indents = given[1].is_true();
    for (std::size_t at = 0; at < text.size();) {
        std::size_t const end = std::min(text.find('\n', at), text.size() - 1) + 1;
        std::string_view const line = std::string_view(text).substr(at, end - at);
        if (indents && (given[2].is_true() || !std::ranges::all_of(line, is_space))) result += indentation;
        result += line;
        call.check_size(result.size());
        indents = true;
        at = end;
    }
    return result;
}

// ---- format ----

struct FormatSpec {
    bool left = false;
    bool zero = false;
    char sign = '\0';
    std::size_t width = 0;
    int precision = 6;
    char letter = '\0';  // NUL if this is not a specification
};

// Call it after `%`; moves `at` to the end of the specification.
FormatSpec parse_spec(std::string_view text, std::size_t& at) {
    FormatSpec spec;
    auto const peek = [&] { return at < text.size() ? text[at] : '\0'; };
    auto const number = [&] {
        std::size_t value = 0;
        for (; peek() >= '0' && peek() <= '9' && value < 1000; ++at)
            value = value * 10 + static_cast<std::size_t>(peek() - '0');
        return value;
    };
    for (; peek() == '-' || peek() == '0' || peek() == '+' || peek() == ' '; ++at) {
        if (peek() == '-') spec.left = true;
        if (peek() == '0') spec.zero = true;
        if (peek() == '+' || peek() == ' ') spec.sign = peek();
    }
    spec.width = number();
    if (peek() == '.') spec.precision = static_cast<int>((++at, number()));
    char const letter = peek();
    if (at < text.size()) ++at;
    bool const is_letter = letter != '\0' && std::string_view("sdxfeg%").find(letter) != std::string_view::npos;
    if (is_letter && spec.width < 1000 && spec.precision < 100) spec.letter = letter;
    return spec;
}

std::string format_number(Call const& call, Value const& value, FormatSpec const& spec) {
    if (!value.is_number()) call.fail_type("a number here", value);
    char buffer[512];
    char* const last = std::end(buffer);
    auto const form = spec.letter == 'f'   ? std::chars_format::fixed
                      : spec.letter == 'e' ? std::chars_format::scientific
                                           : std::chars_format::general;
    bool const is_integer = spec.letter == 'd' || spec.letter == 'x';
    char* const end = is_integer ? std::to_chars(buffer, last, call.integer(value), spec.letter == 'x' ? 16 : 10).ptr
                                 : std::to_chars(buffer, last, value.number(), form, spec.precision).ptr;
    std::string text(buffer, end);
    if (spec.sign != '\0' && text[0] != '-') text.insert(text.begin(), spec.sign);
    if (spec.zero && !spec.left && text.size() < spec.width) {
        text.insert(text.find_first_not_of("+- "), spec.width - text.size(), '0');
    }
    return text;
}

// As `printf` does, with values whose kinds are checked.
Value to_format(Call const& call) {
    std::string const& text = call.text();
    std::vector<Value> const& given = call.arguments.positional;
    if (!call.arguments.named.empty()) call.bind();
    std::string result;
    std::size_t used = 0;
    for (std::size_t at = 0; at < text.size();) {
        std::size_t const begin = at;
        if (text[at++] != '%') {
            result += text[begin];
            continue;
        }
        FormatSpec const spec = parse_spec(text, at);
        if (spec.letter == '\0') call.fail(bad_format, text.substr(begin, at - begin));
        std::string part = "%";
        if (spec.letter != '%') {
            if (used++ >= given.size()) continue;
            Value const& value = given[used - 1];
            part = spec.letter == 's' ? call.written(value) : format_number(call, value, spec);
        }
        std::size_t const length = characters(part).size();
        std::string const padding(spec.width > length ? spec.width - length : 0, ' ');
        result += spec.left ? part + padding : padding + part;
        call.check_size(result.size());
    }
    if (used != given.size())
        call.fail(format_count, static_cast<std::int64_t>(used), static_cast<std::int64_t>(given.size()));
    return result;
}

}  // namespace

std::vector<FilterEntry> text_filters() {
    return {{"upper", to_case<upper, upper>},
            {"lower", to_case<lower, lower>},
            {"capitalize", to_case<upper, lower>},
            {"trim", to_trim},
            {"replace", to_replace},
            {"indent", to_indent},
            {"format", to_format}};
}

}  // namespace moo::tmpl
