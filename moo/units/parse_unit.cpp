#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>
#include <span>

#include "moo/units/unit.h"

namespace moo {

namespace {

constexpr double pi = std::numbers::pi;

struct UnitSymbol {
    std::string_view text;
    bool takes_prefix;
    double factor;
    double offset;
    std::array<std::int8_t, base_unit_count> exponents;
};

constexpr UnitSymbol symbols[] = {
#define MOO_UNIT(symbol, takes_prefix, factor, offset, kg, m, s, A, K, mol, cd) \
    {symbol, takes_prefix, factor, offset, {kg, m, s, A, K, mol, cd}},
#include "moo/units/unit_symbols.def"
#undef MOO_UNIT
};

struct Prefix {
    std::string_view text;
    double factor;
};

// "da" comes before "d".
constexpr Prefix prefixes[] = {
    {"Y", 1e24}, {"Z", 1e21},  {"E", 1e18},  {"P", 1e15},  {"T", 1e12},  {"G", 1e9},   {"M", 1e6},
    {"k", 1e3},  {"h", 1e2},   {"da", 1e1},  {"d", 1e-1},  {"c", 1e-2},  {"m", 1e-3},  {"u", 1e-6},
    {"n", 1e-9}, {"p", 1e-12}, {"f", 1e-15}, {"a", 1e-18}, {"z", 1e-21}, {"y", 1e-24},
};

UnitSymbol const* find_symbol(std::string_view text) {
    for (UnitSymbol const& symbol : symbols) {
        if (symbol.text == text) return &symbol;
    }
    return nullptr;
}

Unit unit_of(UnitSymbol const& symbol, double prefix) {
    auto const& e = symbol.exponents;
    return {Dimension::of(e[0], e[1], e[2], e[3], e[4], e[5], e[6]), symbol.factor * prefix, symbol.offset};
}

// A symbol as it is comes first: "min" is the minute and not a thousandth of an inch.
std::optional<Unit> find_unit(std::string_view text) {
    if (UnitSymbol const* symbol = find_symbol(text)) return unit_of(*symbol, 1.0);
    for (Prefix const& prefix : prefixes) {
        if (!text.starts_with(prefix.text)) continue;
        UnitSymbol const* symbol = find_symbol(text.substr(prefix.text.size()));
        if (symbol != nullptr && symbol->takes_prefix) return unit_of(*symbol, prefix.factor);
    }
    return std::nullopt;
}

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

class Parser {
public:
    explicit Parser(std::string_view text) : text_(text) {}

    UnitParse run() {
        std::optional<Unit> unit = expression(0);
        if (unit && at_ < text_.size()) {
            fail(text_[at_] == '/' ? "a second `/`: put what is divided by into parentheses" : "unexpected character");
            unit.reset();
        }
        if (unit && !(std::isfinite(unit->factor) && unit->factor > 0.0)) {
            fail("the factor to the base units is beyond all numbers", 0);
            unit.reset();
        }
        if (!unit) return {std::nullopt, error_at_, error_};
        // An offset has no meaning but for a temperature itself.
        if (factor_count_ != 1 || !(unit->dimension == Dimension::of(0, 0, 0, 0, 1))) unit->offset = 0.0;
        return {unit, 0, {}};
    }

private:
    static constexpr int max_depth = 32;

    [[nodiscard]] char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
    std::nullopt_t fail(std::string message) { return fail(std::move(message), at_); }
    std::nullopt_t fail(std::string message, std::size_t at) {
        if (error_.empty()) {
            error_ = std::move(message);
            error_at_ = at;
        }
        return std::nullopt;
    }

    std::optional<Unit> expression(int depth) {
        std::optional<Unit> unit = numerator(depth);
        if (!unit || peek() != '/') return unit;
        std::size_t const slash = at_++;
        std::optional<Unit> const below = peek() == '(' ? parentheses(depth) : factor();
        if (!below) return std::nullopt;
        auto const dimension = unit->dimension.over(below->dimension);
        if (!dimension) return fail("an exponent is too large", slash);
        return Unit{*dimension, unit->factor / below->factor, 0.0};
    }

    std::optional<Unit> numerator(int depth) {
        if (peek() == '(') return parentheses(depth);
        if (peek() == '1') {
            ++at_;
            if (is_digit(peek())) return fail("a number other than 1");
            return Unit{};
        }
        std::optional<Unit> unit = factor();
        while (unit && peek() == '.') {
            std::size_t const dot = at_++;
            std::optional<Unit> const next = factor();
            if (!next) return std::nullopt;
            auto const dimension = unit->dimension.times(next->dimension);
            if (!dimension) return fail("an exponent is too large", dot);
            unit = Unit{*dimension, unit->factor * next->factor, 0.0};
        }
        return unit;
    }

    std::optional<Unit> parentheses(int depth) {
        if (depth == max_depth) return fail("parentheses are nested too deeply");
        std::size_t const open = at_++;
        std::optional<Unit> unit = expression(depth + 1);
        if (!unit) return std::nullopt;
        if (peek() != ')')
            return fail(peek() == '\0' ? "`(` is not closed" : "unexpected character", peek() == '\0' ? open : at_);
        ++at_;
        return unit;
    }

    std::optional<Unit> factor() {
        std::size_t const start = at_;
        while (is_letter(peek())) ++at_;
        if (at_ == start) {
            if (peek() == '\0') return fail("a unit is missing at the end");
            if (peek() == ' ') return fail("a space; products are written with `.`");
            return fail("expected a unit");
        }
        std::string_view const name = text_.substr(start, at_ - start);
        std::optional<Unit> const unit = find_unit(name);
        if (!unit) return fail("`" + std::string(name) + "` is not a unit", start);
        ++factor_count_;
        std::size_t const exponent_at = at_;
        std::optional<std::int64_t> const power = exponent();
        if (!power) return std::nullopt;
        if (*power == 1) return unit;
        auto const dimension = unit->dimension.to_power(*power);
        if (!dimension) return fail("the exponent is too large", exponent_at);
        return Unit{*dimension, std::pow(unit->factor, static_cast<double>(*power)), 0.0};
    }

    std::optional<std::int64_t> exponent() {
        bool const negative = peek() == '-';
        bool const has_sign = negative || peek() == '+';
        if (has_sign) ++at_;
        if (!is_digit(peek())) {
            if (has_sign) return fail("expected an exponent");
            return 1;
        }
        std::int64_t value = 0;
        while (is_digit(peek())) {
            value = value * 10 + (peek() - '0');
            if (value > std::numeric_limits<std::int16_t>::max()) return fail("the exponent is too large");
            ++at_;
        }
        return negative ? -value : value;
    }

    std::string_view text_;
    std::size_t at_ = 0;
    int factor_count_ = 0;
    std::string error_;
    std::size_t error_at_ = 0;
};

}  // namespace

UnitParse parse_unit(std::string_view text) { return Parser(text).run(); }

}  // namespace moo
