// Random values for Monte Carlo studies, the same on every machine.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace moo::runtime {

enum class DistributionKind { normal, lognormal, uniform, triangular };

struct Distribution {
    DistributionKind kind = DistributionKind::uniform;
    // normal: mean and standard deviation; lognormal: those of the logarithm; uniform: lowest and highest;
    // triangular: lowest, likeliest, highest.
    double a = 0.0;
    double b = 0.0;
    double c = 0.0;
};

struct ParsedDistribution {
    Distribution distribution;
    std::string error;  // empty: fine
};

// `normal(1,0.1)`, `lognormal(0,0.2)`, `uniform(0,1)`, `triangular(0,1,3)`.
[[nodiscard]] ParsedDistribution parse_distribution(std::string_view text);

// The value of number `variable` in run `run`. It depends on nothing else, so adding runs or variables does not change
// the existing values.
[[nodiscard]] double draw(Distribution const& distribution, std::uint64_t seed, std::uint64_t run,
                          std::uint64_t variable);

}  // namespace moo::runtime
