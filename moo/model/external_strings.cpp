// The functions behind Modelica.Utilities.Strings.
#include <algorithm>
#include <charconv>
#include <cstdint>

#include "moo/model/external_arguments.h"

namespace moo {

namespace {

// Characters are classified as in the C locale.
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

// A text with a place in it; behind the end there are NULs, as in C. Places count from 0 here, from 1 in Modelica.
struct Scanner {
    std::string_view text;
    std::size_t at = 0;
    [[nodiscard]] char peek(std::size_t ahead = 0) const { return at + ahead < text.size() ? text[at + ahead] : '\0'; }
    void skip_space() {
        while (is_space(peek())) ++at;
    }
    std::size_t skip_digits() {
        std::size_t const begin = at;
        while (is_digit(peek())) ++at;
        return at - begin;
    }
};

// At the start index, which is argument 1.
Scanner scanner_of(ExternalArguments& arguments) {
    Scanner scanner{arguments.string(0), 0};
    std::int64_t const start = arguments.integer(1);
    if (start < 1 || start > std::ssize(scanner.text) + 1) {
        arguments.fail("the start index is outside the string");
    } else {
        scanner.at = static_cast<std::size_t>(start - 1);
    }
    return scanner;
}

Value place(std::size_t at) { return Value::integer(static_cast<std::int64_t>(at) + 1); }

constexpr std::size_t longest_token = 99;

void scan_integer(ExternalArguments& arguments) {
    Scanner scanner = scanner_of(arguments);
    bool const is_unsigned = arguments.integer(2) != 0;
    arguments.set(3, Value::integer(arguments.integer(1)));
    arguments.set(4, Value::integer(0));
    scanner.skip_space();
    std::size_t const begin = scanner.at;
    bool const has_sign = scanner.peek() == '+' || scanner.peek() == '-';
    if (has_sign && is_unsigned) return;
    if (has_sign) ++scanner.at;
    std::size_t const digits = scanner.skip_digits();
    char const next = scanner.peek();
    bool const is_real = next == '.' || next == 'e' || next == 'E';
    if (digits == 0 || is_real || scanner.at - begin > longest_token) return;
    std::string_view token = scanner.text.substr(begin, scanner.at - begin);
    if (token.starts_with('+')) token.remove_prefix(1);
    std::int32_t number = 0;
    if (std::from_chars(token.data(), token.data() + token.size(), number).ec != std::errc()) {
        arguments.fail("the Integer does not fit into 32 bits");
        return;
    }
    arguments.set(3, place(scanner.at));
    arguments.set(4, Value::integer(number));
}

// [sign] digits [. digits] [e [sign] digits]
void scan_real(ExternalArguments& arguments) {
    Scanner scanner = scanner_of(arguments);
    bool const is_unsigned = arguments.integer(2) != 0;
    arguments.set(3, Value::integer(arguments.integer(1)));
    arguments.set(4, Value::real(0));
    scanner.skip_space();
    std::size_t const begin = scanner.at;
    bool const has_sign = scanner.peek() == '+' || scanner.peek() == '-';
    if (has_sign && is_unsigned) return;
    if (has_sign) ++scanner.at;
    std::size_t digits = scanner.skip_digits();
    if (scanner.peek() == '.') {
        ++scanner.at;
        digits += scanner.skip_digits();
    }
    if (digits == 0) return;
    if (scanner.peek() == 'e' || scanner.peek() == 'E') {
        ++scanner.at;
        if (scanner.peek() == '+' || scanner.peek() == '-') ++scanner.at;
        if (scanner.skip_digits() == 0) return;
    }
    std::string_view token = scanner.text.substr(begin, scanner.at - begin);
    if (token.size() > longest_token) return;
    if (token.starts_with('+')) token.remove_prefix(1);
    double number = 0;
    if (std::from_chars(token.data(), token.data() + token.size(), number).ec != std::errc()) return;
    arguments.set(3, place(scanner.at));
    arguments.set(4, Value::real(number));
}

void scan_identifier(ExternalArguments& arguments) {
    Scanner scanner = scanner_of(arguments);
    arguments.set(2, Value::integer(arguments.integer(1)));
    arguments.set_string(3, "");
    scanner.skip_space();
    std::size_t const begin = scanner.at;
    if (!is_letter(scanner.peek())) return;
    while (is_letter(scanner.peek()) || is_digit(scanner.peek()) || scanner.peek() == '_') ++scanner.at;
    arguments.set(2, place(scanner.at));
    arguments.set_string(3, scanner.text.substr(begin, scanner.at - begin));
}

// What stands between quotes, with its escapes. An empty string counts as none, as in the library.
void scan_string(ExternalArguments& arguments) {
    Scanner scanner = scanner_of(arguments);
    arguments.set(2, Value::integer(arguments.integer(1)));
    arguments.set_string(3, "");
    scanner.skip_space();
    if (scanner.peek() != '"') return;
    std::size_t const begin = ++scanner.at;
    while (scanner.at < scanner.text.size() && !(scanner.peek() == '"' && scanner.text[scanner.at - 1] != '\\')) {
        ++scanner.at;
    }
    if (scanner.at == scanner.text.size() || scanner.at == begin) return;
    arguments.set_string(3, scanner.text.substr(begin, scanner.at - begin));
    arguments.set(2, place(scanner.at + 1));
}

void substring(ExternalArguments& arguments) {
    std::string_view const text = arguments.string(0);
    std::int64_t const start = std::max<std::int64_t>(arguments.integer(1), 1);
    std::int64_t end = arguments.integer(2);
    if (end < 0) end = start;
    end = std::min<std::int64_t>(end, std::ssize(text));
    if (start > end) return arguments.give_string("");
    arguments.give_string(text.substr(static_cast<std::size_t>(start - 1), static_cast<std::size_t>(end - start + 1)));
}

// Compare: less = 1, equal = 2, greater = 3
void compare(ExternalArguments& arguments) {
    std::string a(arguments.string(0));
    std::string b(arguments.string(1));
    if (arguments.integer(2) == 0) {
        for (char& c : a) c = lower(c);
        for (char& c : b) c = lower(c);
    }
    int const order = a.compare(b);
    arguments.give(Value::integer(order < 0 ? 1 : order == 0 ? 2 : 3));
}

// The hash function of Arash Partow, which gives the library its reproducible seeds.
void hash(ExternalArguments& arguments) {
    std::uint32_t value = 0xaaaaaaaau;
    bool is_even = true;
    for (char const c : arguments.string(0)) {
        auto const byte = static_cast<std::uint32_t>(static_cast<unsigned char>(c));
        value ^= is_even ? (value << 7) ^ (byte * (value >> 3)) : ~((value << 11) + (byte ^ (value >> 5)));
        is_even = !is_even;
    }
    arguments.give(Value::integer(static_cast<std::int32_t>(value)));
}

}  // namespace

bool call_string_function(std::string_view name, ExternalArguments& arguments) {
    if (!name.starts_with("ModelicaStrings_")) return false;
    name.remove_prefix(std::string_view("ModelicaStrings_").size());
    if (name == "length") {
        arguments.give(Value::integer(std::ssize(arguments.string(0))));
    } else if (name == "substring") {
        substring(arguments);
    } else if (name == "compare") {
        compare(arguments);
    } else if (name == "hashString") {
        hash(arguments);
    } else if (name == "skipWhiteSpace") {
        Scanner scanner = scanner_of(arguments);
        scanner.skip_space();
        arguments.give(place(scanner.at));
    } else if (name == "scanInteger") {
        scan_integer(arguments);
    } else if (name == "scanReal") {
        scan_real(arguments);
    } else if (name == "scanIdentifier") {
        scan_identifier(arguments);
    } else if (name == "scanString") {
        scan_string(arguments);
    } else {
        return false;
    }
    return true;
}

}  // namespace moo
