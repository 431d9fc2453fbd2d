// Statistics of the final values of many runs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "runtime/abi/model.h"

namespace moo::runtime {

struct FinalStatistics {
    std::uint32_t slot = 0;
    std::size_t count = 0;
    double lowest = 0.0;
    double highest = 0.0;
    double mean = 0.0;
    double deviation = 0.0;  // of the sample: divided by count - 1; 0 for one run
    double low = 0.0;        // quantiles of 5, 50 and 95 %, between two runs by interpolation
    double median = 0.0;
    double high = 0.0;
};

// `finals` holds the values of `slots`, run by run. Texts and objects are left out.
[[nodiscard]] std::vector<FinalStatistics> final_statistics(MooModel const& model,
                                                            std::vector<std::uint32_t> const& slots,
                                                            std::vector<double> const& finals);

[[nodiscard]] std::string statistics_csv(MooModel const& model, std::vector<FinalStatistics> const& all);

// A table for people: the variables that vary, at most so many.
[[nodiscard]] std::string statistics_table(MooModel const& model, std::vector<FinalStatistics> const& all,
                                           std::size_t most);

}  // namespace moo::runtime
