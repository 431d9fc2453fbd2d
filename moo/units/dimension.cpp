#include <limits>
#include <numeric>

#include "moo/units/unit.h"

namespace moo {

namespace {

std::optional<UnitExponent> make_exponent(std::int64_t numerator, std::int64_t denominator) {
    std::int64_t const common = std::gcd(numerator, denominator);
    numerator /= common;
    denominator /= common;
    if (denominator < 0) {
        numerator = -numerator;
        denominator = -denominator;
    }
    constexpr std::int64_t most = std::numeric_limits<std::int16_t>::max();
    if (numerator > most || numerator < -most || denominator > most) return std::nullopt;
    return UnitExponent{static_cast<std::int16_t>(numerator), static_cast<std::int16_t>(denominator)};
}

// x + sign * y
std::optional<UnitExponent> sum(UnitExponent x, UnitExponent y, std::int64_t sign) {
    return make_exponent(std::int64_t{x.numerator} * y.denominator + sign * y.numerator * x.denominator,
                         std::int64_t{x.denominator} * y.denominator);
}

constexpr std::array<std::string_view, base_unit_count> base_symbols = {"kg", "m", "s", "A", "K", "mol", "cd"};

std::string factor_text(std::string_view symbol, int numerator, int denominator) {
    std::string text(symbol);
    if (denominator != 1) {
        text += "(" + std::to_string(numerator) + "/" + std::to_string(denominator) + ")";
    } else if (numerator != 1) {
        text += std::to_string(numerator);
    }
    return text;
}

}  // namespace

Dimension Dimension::of(int kg, int m, int s, int a, int k, int mol, int cd) {
    Dimension result;
    std::array<int, base_unit_count> const given = {kg, m, s, a, k, mol, cd};
    for (std::size_t i = 0; i < base_unit_count; ++i) {
        result.exponents_[i] = {static_cast<std::int16_t>(given[i]), 1};
    }
    return result;
}

std::optional<Dimension> Dimension::times(Dimension const& other) const {
    Dimension result;
    for (std::size_t i = 0; i < base_unit_count; ++i) {
        auto const exponent = sum(exponents_[i], other.exponents_[i], 1);
        if (!exponent) return std::nullopt;
        result.exponents_[i] = *exponent;
    }
    return result;
}

std::optional<Dimension> Dimension::over(Dimension const& other) const {
    Dimension result;
    for (std::size_t i = 0; i < base_unit_count; ++i) {
        auto const exponent = sum(exponents_[i], other.exponents_[i], -1);
        if (!exponent) return std::nullopt;
        result.exponents_[i] = *exponent;
    }
    return result;
}

std::optional<Dimension> Dimension::to_power(std::int64_t numerator, std::int64_t denominator) const {
    constexpr std::int64_t most = std::numeric_limits<std::int16_t>::max();
    if (numerator > most || numerator < -most || denominator < 1 || denominator > most) return std::nullopt;
    Dimension result;
    for (std::size_t i = 0; i < base_unit_count; ++i) {
        auto const exponent =
            make_exponent(exponents_[i].numerator * numerator, exponents_[i].denominator * denominator);
        if (!exponent) return std::nullopt;
        result.exponents_[i] = *exponent;
    }
    return result;
}

std::string dimension_text(Dimension const& dimension) {
    std::string above;
    std::string below;
    int below_count = 0;
    for (std::size_t i = 0; i < base_unit_count; ++i) {
        UnitExponent const exponent = dimension.exponent(static_cast<BaseUnit>(i));
        if (exponent.numerator == 0) continue;
        bool const is_above = exponent.numerator > 0;
        std::string& side = is_above ? above : below;
        if (!is_above) ++below_count;
        if (!side.empty()) side += '.';
        side += factor_text(base_symbols[i], is_above ? exponent.numerator : -exponent.numerator, exponent.denominator);
    }
    if (above.empty()) above = "1";
    if (below.empty()) return above;
    return above + (below_count > 1 ? "/(" + below + ")" : "/" + below);
}

}  // namespace moo
