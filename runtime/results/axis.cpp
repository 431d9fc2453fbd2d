#include "runtime/results/axis.h"

#include <algorithm>
#include <cmath>

#include "runtime/text/number_text.h"

namespace moo::runtime {

std::vector<Tick> nice_ticks(double low, double high, int wanted) {
    double const rough = (high - low) / wanted;
    if (!(rough > 0.0) || !std::isfinite(rough)) return {{low, rounded_text(low, 6)}};
    double const power = std::pow(10.0, std::floor(std::log10(rough)));
    double const share = rough / power;
    double const step = power * (share <= 1.0 ? 1.0 : share <= 2.0 ? 2.0 : share <= 5.0 ? 5.0 : 10.0);
    // Enough digits to distinguish neighbours, however far from zero they are.
    double const largest = std::max(std::abs(low), std::abs(high));
    int const digits = std::clamp(static_cast<int>(std::ceil(std::log10(largest / step))) + 1, 3, 15);
    std::vector<Tick> ticks;
    double const slack = 1e-9 * (high - low);
    double const first = std::ceil((low - slack) / step);
    for (int i = 0; i <= 2 * wanted + 2; ++i) {
        double const value = (first + i) * step;
        if (value > high + slack) break;
        // A tick that is zero except for rounding is set to zero; adding 0.0 turns -0 into 0.
        double const clean = std::abs(value) < 1e-9 * step ? 0.0 : value;
        ticks.push_back({clean, rounded_text(clean + 0.0, digits)});
    }
    return ticks;
}

Range padded_range(double low, double high) {
    if (high - low <= 1e-12 * std::max(std::abs(low), std::abs(high))) {
        double const air = low == 0.0 ? 1.0 : 0.5 * std::abs(low);
        return {low - air, high + air};
    }
    double const air = 0.05 * (high - low);
    return {low - air, high + air};
}

}  // namespace moo::runtime
