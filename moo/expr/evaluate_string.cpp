#include <cstdio>
#include <string>
#include <string_view>

#include "moo/expr/evaluate_rules.h"

namespace moo {

namespace {

constexpr std::int64_t longest_padding = 10'000;
// A string that is added to itself forty times would take more than any memory.
constexpr std::size_t longest_sum = std::size_t{1} << 24;

std::string padded(std::string text, std::int64_t minimum_length, bool left_justified) {
    auto const length = std::ssize(text);
    if (length >= minimum_length) return text;
    std::string const spaces(static_cast<std::size_t>(minimum_length - length), ' ');
    return left_justified ? text + spaces : spaces + text;
}

template <class T>
std::string print_number(std::string const& format, T value) {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    int const length = std::snprintf(nullptr, 0, format.c_str(), value);
    if (length < 0) return {};
    std::string text(static_cast<std::size_t>(length) + 1, '\0');
    std::snprintf(text.data(), text.size(), format.c_str(), value);
#pragma GCC diagnostic pop
    text.pop_back();
    return text;
}

std::size_t skip_digits(std::string_view text, std::size_t at) {
    while (at < text.size() && text[at] >= '0' && text[at] <= '9') ++at;
    return at;
}

// A format of C without its `%`: flags, width, precision and one letter; nothing else passes to snprintf.
bool is_safe_format(std::string_view format) {
    constexpr std::size_t most_digits = 4;
    std::size_t at = format.find_first_not_of("-+ #0");
    if (at == std::string_view::npos) return false;
    std::size_t const width_end = skip_digits(format, at);
    if (width_end - at > most_digits) return false;
    at = width_end;
    if (at < format.size() && format[at] == '.') {
        std::size_t const precision_end = skip_digits(format, at + 1);
        if (precision_end - at - 1 > most_digits) return false;
        at = precision_end;
    }
    return at + 1 == format.size() && std::string_view("diouxXeEfFgG").find(format[at]) != std::string_view::npos;
}

// One character of ASCII: the letter `c` after at most a width.
bool is_character_format(std::string_view format) {
    constexpr std::size_t most_digits = 4;
    std::size_t const at = format.starts_with('-') ? 1 : 0;
    std::size_t const end = skip_digits(format, at);
    return end - at <= most_digits && format.substr(end) == "c";
}

OpResult formatted(Value const& value, std::string_view format, Interner& strings) {
    constexpr std::int64_t last_character = 127;
    if (is_character_format(format)) {
        bool const is_character =
            value.kind() == ValueKind::integer && value.as_integer() >= 1 && value.as_integer() <= last_character;
        if (!is_character) return EvaluateError::type_mismatch;
        std::string const text = print_number("%" + std::string(format), static_cast<int>(value.as_integer()));
        return Value::string(strings.intern(text));
    }
    if (!value.is_number() || !is_safe_format(format)) return EvaluateError::type_mismatch;
    char const letter = format.back();
    bool const is_integer_format = std::string_view("diouxX").find(letter) != std::string_view::npos;
    std::string const start = "%" + std::string(format.substr(0, format.size() - 1));
    if (!is_integer_format) return Value::string(strings.intern(print_number(start + letter, value.as_real())));
    if (value.kind() != ValueKind::integer) return EvaluateError::type_mismatch;
    return Value::string(
        strings.intern(print_number(start + "ll" + letter, static_cast<long long>(value.as_integer()))));
}

// The text without padding; a Real has `digits` significant digits.
std::string plain_text(Value const& value, int digits, std::span<Symbol const> literals, Interner const& strings) {
    if (value.kind() == ValueKind::real) return print_number("%." + std::to_string(digits) + "g", value.as_real());
    if (value.kind() == ValueKind::boolean) return value.as_boolean() ? "true" : "false";
    if (value.kind() == ValueKind::string) return std::string(strings.text(value.as_string()));
    if (value.kind() == ValueKind::integer) return std::to_string(value.as_integer());
    return std::string(strings.text(literals[static_cast<std::size_t>(value.as_integer() - 1)]));
}

}  // namespace

OpResult string_binary(ExprKind kind, Symbol a, Symbol b, Interner& strings) {
    std::string_view const x = strings.text(a);
    std::string_view const y = strings.text(b);
    if (kind == ExprKind::add || kind == ExprKind::element_add) {
        if (x.size() + y.size() > longest_sum) return EvaluateError::too_large;
        return Value::string(strings.intern(std::string(x).append(y)));
    }
    if (kind == ExprKind::less) return Value::boolean(x < y);
    if (kind == ExprKind::less_equal) return Value::boolean(x <= y);
    if (kind == ExprKind::greater) return Value::boolean(x > y);
    if (kind == ExprKind::greater_equal) return Value::boolean(x >= y);
    if (kind == ExprKind::equal) return Value::boolean(a == b);
    if (kind == ExprKind::not_equal) return Value::boolean(a != b);
    return EvaluateError::type_mismatch;
}

OpResult string_of(Value const& value, std::span<Value const> options, std::span<Symbol const> literals,
                   Interner& strings) {
    if (value.is_array()) {
        std::vector<Value> texts;
        for (Value const& element : value.elements()) {
            OpResult text = string_of(element, options, literals, strings);
            if (text.error != EvaluateError::none) return text;
            texts.push_back(std::move(text.value));
        }
        return Value::array(value.dims(), std::move(texts));
    }
    bool const has_literal = value.as_integer() >= 1 && value.as_integer() <= std::ssize(literals);
    if (!value.has_value() || value.is_record()) return EvaluateError::type_mismatch;
    if (value.kind() == ValueKind::enumeration && !has_literal) return EvaluateError::type_mismatch;
    if (options.size() == 1 && options[0].kind() == ValueKind::string) {
        return formatted(value, strings.text(options[0].as_string()), strings);
    }
    constexpr std::int64_t most_digits = 1000;
    std::int64_t digits = 6;
    if (value.kind() == ValueKind::real && !options.empty()) {
        if (options[0].kind() != ValueKind::integer) return EvaluateError::type_mismatch;
        digits = options[0].as_integer();
        options = options.subspan(1);
    }
    if (digits < 0 || digits > most_digits) return EvaluateError::type_mismatch;
    std::int64_t minimum_length = 0;
    if (!options.empty()) {
        if (options[0].kind() != ValueKind::integer) return EvaluateError::type_mismatch;
        minimum_length = options[0].as_integer();
    }
    if (minimum_length > longest_padding) return EvaluateError::too_large;
    if (options.size() > 2 || (options.size() == 2 && options[1].kind() != ValueKind::boolean)) {
        return EvaluateError::type_mismatch;
    }
    bool const left = options.size() < 2 || options[1].as_boolean();
    std::string const text = plain_text(value, static_cast<int>(digits), literals, strings);
    return Value::string(strings.intern(padded(text, minimum_length, left)));
}

}  // namespace moo
