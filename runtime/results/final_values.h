// The values at the end of a run, for people who do not store the results.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "runtime/abi/model.h"
#include "runtime/results/result_sink.h"

namespace moo::runtime {

// Keeps the last row.
class LastRow final : public ResultSink {
public:
    bool row(double, std::span<double const> values) override {
        values_.assign(values.begin(), values.end());
        return true;
    }
    [[nodiscard]] std::vector<double> const& values() const { return values_; }

private:
    std::vector<double> values_;
};

// One line for each of these variables: name, value, unit, description. Texts are left out.
[[nodiscard]] std::string final_values_table(MooModel const& model, std::vector<std::uint32_t> const& slots,
                                             std::vector<double> const& values, std::size_t most);

}  // namespace moo::runtime
