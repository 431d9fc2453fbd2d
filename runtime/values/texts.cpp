// Strings of models, each text once.
#include <cstdio>
#include <cstring>
#include <deque>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>

#include "runtime/abi/values.h"

namespace {

// One for all instances of a program, so that a number means the same text everywhere.
class TextPool {
public:
    TextPool() { add(""); }

    MooText add(std::string_view text) {
        std::lock_guard const lock(mutex_);
        if (auto const found = numbers_.find(text); found != numbers_.end()) return found->second;
        std::string const& kept = texts_.emplace_back(text);
        auto const number = static_cast<MooText>(texts_.size() - 1);
        numbers_.emplace(kept, number);
        return number;
    }

    char const* text(MooText number) {
        std::lock_guard const lock(mutex_);
        bool const is_known = number >= 0.0 && number < static_cast<double>(texts_.size());
        return texts_[is_known ? static_cast<std::size_t>(number) : 0].c_str();
    }

private:
    std::mutex mutex_;
    std::deque<std::string> texts_;
    std::unordered_map<std::string_view, MooText> numbers_;
};

TextPool& pool() {
    static TextPool texts;
    return texts;
}

constexpr int64_t longest_padding = 10'000;
constexpr int64_t most_digits = 1000;

MooText padded(std::string text, int64_t minimum_length, bool left_justified, char const* place) {
    if (minimum_length > longest_padding) moo_fail(place, "the minimum length of a String is too large");
    auto const length = static_cast<int64_t>(text.size());
    if (length < minimum_length) {
        text.insert(left_justified ? text.size() : 0, static_cast<std::size_t>(minimum_length - length), ' ');
    }
    return pool().add(text);
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
    constexpr std::size_t longest_number = 4;
    std::size_t at = format.find_first_not_of("-+ #0");
    if (at == std::string_view::npos) return false;
    std::size_t const width_end = skip_digits(format, at);
    if (width_end - at > longest_number) return false;
    at = width_end;
    if (at < format.size() && format[at] == '.') {
        std::size_t const precision_end = skip_digits(format, at + 1);
        if (precision_end - at - 1 > longest_number) return false;
        at = precision_end;
    }
    return at + 1 == format.size() && std::string_view("diouxXeEfFgG").find(format[at]) != std::string_view::npos;
}

// One character of ASCII: the letter `c` after at most a width.
bool is_character_format(std::string_view format) {
    constexpr std::size_t longest_number = 4;
    std::size_t const at = !format.empty() && format.front() == '-' ? 1 : 0;
    std::size_t const end = skip_digits(format, at);
    return end - at <= longest_number && format.substr(end) == "c";
}

bool is_integer_format(std::string_view format) {
    return std::string_view("diouxX").find(format.back()) != std::string_view::npos;
}

[[noreturn]] void fail_format(std::string_view format, char const* place) {
    std::string const text = "`" + std::string(format) + "` is not a format for this number";
    moo_fail(place, text.c_str());
}

}  // namespace

MooText moo_text(char const* text) { return pool().add(text); }

char const* moo_text_of(MooText text) { return pool().text(text); }

MooText moo_concatenate(MooText a, MooText b) {
    std::string_view const x = moo_text_of(a);
    std::string_view const y = moo_text_of(b);
    // A String that is added to itself forty times would take more than any memory.
    constexpr std::size_t longest_sum = std::size_t{1} << 24;
    if (x.size() + y.size() > longest_sum) moo_fail("", "a sum of Strings has more than 16777216 characters");
    return pool().add(std::string(x).append(y));
}

int moo_compare(MooText a, MooText b) { return a == b ? 0 : std::strcmp(moo_text_of(a), moo_text_of(b)); }

MooText moo_text_of_real(double value, int64_t digits, int64_t minimum_length, bool left_justified, char const* place) {
    if (digits < 0 || digits > most_digits) moo_fail(place, "the number of significant digits is out of range");
    return padded(print_number("%." + std::to_string(digits) + "g", value), minimum_length, left_justified, place);
}

MooText moo_text_of_integer(int64_t value, int64_t minimum_length, bool left_justified, char const* place) {
    return padded(std::to_string(value), minimum_length, left_justified, place);
}

MooText moo_text_of_boolean(bool value, int64_t minimum_length, bool left_justified, char const* place) {
    return padded(value ? "true" : "false", minimum_length, left_justified, place);
}

MooText moo_text_of_literal(int64_t ordinal, char const* const* literals, int64_t count, int64_t minimum_length,
                            bool left_justified, char const* place) {
    if (ordinal < 1 || ordinal > count) moo_fail(place, "a value is not a literal of its enumeration");
    return padded(literals[ordinal - 1], minimum_length, left_justified, place);
}

MooText moo_format_real(double value, MooText format, char const* place) {
    std::string const text = moo_text_of(format);
    if (!is_safe_format(text) || is_integer_format(text)) fail_format(text, place);
    return pool().add(print_number("%" + text, value));
}

MooText moo_format_integer(int64_t value, MooText format, char const* place) {
    std::string text = moo_text_of(format);
    if (is_character_format(text)) {
        constexpr int64_t last_character = 127;
        if (value < 1 || value > last_character) fail_format(text, place);
        return pool().add(print_number("%" + text, static_cast<int>(value)));
    }
    if (!is_safe_format(text)) fail_format(text, place);
    if (!is_integer_format(text)) return moo_format_real(static_cast<double>(value), format, place);
    text.insert(text.size() - 1, "ll");
    return pool().add(print_number("%" + text, static_cast<long long>(value)));
}
