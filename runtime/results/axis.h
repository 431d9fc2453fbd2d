// Where to put the ticks of an axis.
#pragma once

#include <string>
#include <vector>

namespace moo::runtime {

struct Tick {
    double value;
    std::string label;
};

// About `wanted` ticks within [low, high] at multiples of 1, 2 or 5 times a power of ten.
[[nodiscard]] std::vector<Tick> nice_ticks(double low, double high, int wanted);

// A range that holds [low, high] with some air around it, and is never empty.
struct Range {
    double low;
    double high;
    [[nodiscard]] double span() const { return high - low; }
};
[[nodiscard]] Range padded_range(double low, double high);

}  // namespace moo::runtime
