// Physical units: exponents of the SI base units, with factor and offset.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace moo {

enum class BaseUnit : std::uint8_t { kilogram, metre, second, ampere, kelvin, mole, candela };
inline constexpr std::size_t base_unit_count = 7;

// An exact fraction in lowest terms with a positive denominator. Roots of units need more than integers.
struct UnitExponent {
    std::int16_t numerator = 0;
    std::int16_t denominator = 1;
    friend auto operator<=>(UnitExponent, UnitExponent) = default;
};

// The exponents of the base units. Angles have none: the radian is 1.
class Dimension {
public:
    constexpr Dimension() = default;
    // kg^k m^m s^s A^a K^t mol^n cd^j
    static Dimension of(int kg, int m, int s, int a = 0, int k = 0, int mol = 0, int cd = 0);

    [[nodiscard]] UnitExponent exponent(BaseUnit base) const { return exponents_[static_cast<std::size_t>(base)]; }
    [[nodiscard]] bool is_one() const { return *this == Dimension(); }

    // No value if an exponent leaves the range of 16 bits.
    [[nodiscard]] std::optional<Dimension> times(Dimension const& other) const;
    [[nodiscard]] std::optional<Dimension> over(Dimension const& other) const;
    [[nodiscard]] std::optional<Dimension> to_power(std::int64_t numerator, std::int64_t denominator = 1) const;

    friend auto operator<=>(Dimension const&, Dimension const&) = default;

private:
    std::array<UnitExponent, base_unit_count> exponents_{};
};

// A value in this unit is `factor * value + offset` in the base units. Only a unit on its own (degC, degF) has an
// offset: within products it means a difference of temperatures.
struct Unit {
    Dimension dimension;
    double factor = 1.0;
    double offset = 0.0;
};

struct UnitParse {
    std::optional<Unit> unit;
    // If there is no unit: the byte in the text, from 0, and what is wrong there.
    std::size_t position = 0;
    std::string error;
};

// Unit expressions (Modelica 3.6, chapter 19): "kg.m/s2", "J/(kg.K)", "1/min", "kW.h", "degC". Knows the SI units with
// their prefixes, and the other units that the Modelica standard library uses.
[[nodiscard]] UnitParse parse_unit(std::string_view text);

// The dimension as a unit expression of base units: `kg.m/s2`, `kg/(m.s2)`, `1`; fractions as `m(1/2)`.
[[nodiscard]] std::string dimension_text(Dimension const& dimension);

}  // namespace moo
