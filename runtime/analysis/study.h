// Many runs of one model with different values: grids of parameters, and random values.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/abi/model.h"
#include "runtime/analysis/distribution.h"

namespace moo::runtime {

// A value that runs through a list.
struct Sweep {
    std::uint32_t slot = 0;
    std::vector<double> values;
};

// A value that is drawn anew for each run.
struct Variation {
    std::uint32_t slot = 0;
    Distribution distribution;
};

struct Study {
    std::vector<Sweep> sweeps;  // all combinations; the last one changes fastest
    std::vector<Variation> variations;
    std::size_t draws = 0;  // runs for each combination; 0: one, and nothing is drawn
    std::uint64_t seed = 1;

    [[nodiscard]] bool empty() const { return sweeps.empty() && draws == 0; }
    [[nodiscard]] std::size_t run_count() const;
    // The slots that differ from run to run: those of the sweeps, then those of the variations.
    [[nodiscard]] std::vector<std::uint32_t> slots() const;
    // Their values in one run, in the same order. Draw k is the same for every combination, so that what differs
    // between combinations is not chance.
    [[nodiscard]] std::vector<double> values(std::size_t run) const;
};

inline constexpr std::size_t most_runs = 10'000'000;

struct ParsedSweep {
    Sweep sweep;
    std::string error;  // empty: fine
};

// `NAME=A:B:N`, N values from A to B, or `NAME=V,V,…`. The name is that of a parameter, or of a start value.
[[nodiscard]] ParsedSweep parse_sweep(MooModel const& model, std::string_view text);

struct ParsedVariation {
    Variation variation;
    std::string error;  // empty: fine
};

// `NAME=normal(1,0.1)`; see `parse_distribution`.
[[nodiscard]] ParsedVariation parse_variation(MooModel const& model, std::string_view text);

}  // namespace moo::runtime
