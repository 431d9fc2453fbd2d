// Exact fractions of 64-bit integers.
#pragma once

#include <compare>
#include <cstdint>
#include <limits>
#include <numeric>
#include <optional>

namespace moo {

// In lowest terms with a positive denominator. An operation whose result does not fit makes it `overflowed`, and so is
// everything computed from it, so it is enough to check at the end.
class Rational {
public:
    constexpr Rational(std::int64_t value = 0) : numerator_(value) {
        if (value == std::numeric_limits<std::int64_t>::min()) *this = overflow();
    }
    constexpr Rational(std::int64_t numerator, std::int64_t denominator) {
        constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min();
        if (denominator == 0 || numerator == least || denominator == least) {
            *this = overflow();
            return;
        }
        std::int64_t const common = std::gcd(numerator, denominator);
        numerator_ = numerator / (denominator < 0 ? -common : common);
        denominator_ = denominator / (denominator < 0 ? -common : common);
    }

    [[nodiscard]] constexpr std::int64_t numerator() const { return numerator_; }
    [[nodiscard]] constexpr std::int64_t denominator() const { return denominator_; }
    [[nodiscard]] constexpr bool overflowed() const { return denominator_ == 0; }
    [[nodiscard]] constexpr bool is_integer() const { return denominator_ == 1; }
    [[nodiscard]] constexpr bool is_negative() const { return numerator_ < 0; }

    friend constexpr Rational operator+(Rational x, Rational y) {
        if (x.overflowed() || y.overflowed()) return overflow();
        // Over the least common denominator, so that only a result that is too large overflows.
        std::int64_t const common = std::gcd(x.denominator_, y.denominator_);
        std::int64_t left = 0;
        std::int64_t right = 0;
        std::int64_t sum = 0;
        std::int64_t denominator = 0;
        bool const fails = __builtin_mul_overflow(x.numerator_, y.denominator_ / common, &left) ||
                           __builtin_mul_overflow(y.numerator_, x.denominator_ / common, &right) ||
                           __builtin_add_overflow(left, right, &sum) ||
                           __builtin_mul_overflow(x.denominator_, y.denominator_ / common, &denominator);
        return fails ? overflow() : Rational(sum, denominator);
    }
    friend constexpr Rational operator-(Rational x) {
        x.numerator_ = -x.numerator_;
        return x;
    }
    friend constexpr Rational operator-(Rational x, Rational y) { return x + -y; }
    friend constexpr Rational operator*(Rational x, Rational y) {
        if (x.overflowed() || y.overflowed()) return overflow();
        Rational const a(x.numerator_, y.denominator_);
        Rational const b(y.numerator_, x.denominator_);
        std::int64_t numerator = 0;
        std::int64_t denominator = 0;
        bool const fails = __builtin_mul_overflow(a.numerator_, b.numerator_, &numerator) ||
                           __builtin_mul_overflow(a.denominator_, b.denominator_, &denominator);
        return fails ? overflow() : Rational(numerator, denominator);
    }
    // Division by zero overflows.
    friend constexpr Rational operator/(Rational x, Rational y) {
        if (x.overflowed() || y.overflowed() || y.numerator_ == 0) return overflow();
        return x * Rational(y.denominator_, y.numerator_);
    }
    friend constexpr bool operator==(Rational, Rational) = default;
    // Exact: compares digit by digit as continued fractions, which cannot overflow.
    friend constexpr bool operator<(Rational x, Rational y) {
        while (true) {
            std::int64_t const p = floor_of(x);
            std::int64_t const q = floor_of(y);
            if (p != q) return p < q;
            std::int64_t const x_rest = x.numerator_ - p * x.denominator_;
            std::int64_t const y_rest = y.numerator_ - q * y.denominator_;
            if (x_rest == 0 || y_rest == 0) return x_rest == 0 && y_rest != 0;
            Rational const next_x(y.denominator_, y_rest);
            y = Rational(x.denominator_, x_rest);
            x = next_x;
        }
    }

    // The largest fraction that divides both, and the smallest that both divide; for positive fractions.
    friend constexpr Rational gcd(Rational x, Rational y) {
        if (x.overflowed() || y.overflowed()) return overflow();
        return Rational(std::gcd(x.numerator_, y.numerator_)) / lcm_of(x.denominator_, y.denominator_);
    }
    friend constexpr Rational lcm(Rational x, Rational y) {
        if (x.overflowed() || y.overflowed()) return overflow();
        return lcm_of(x.numerator_, y.numerator_) / Rational(std::gcd(x.denominator_, y.denominator_));
    }

private:
    static constexpr Rational overflow() {
        Rational result;
        result.denominator_ = 0;
        return result;
    }
    static constexpr Rational lcm_of(std::int64_t x, std::int64_t y) { return Rational(x / std::gcd(x, y)) * y; }
    static constexpr std::int64_t floor_of(Rational x) {
        std::int64_t const quotient = x.numerator_ / x.denominator_;
        return x.numerator_ % x.denominator_ < 0 ? quotient - 1 : quotient;
    }

    std::int64_t numerator_ = 0;
    std::int64_t denominator_ = 1;
};

}  // namespace moo
