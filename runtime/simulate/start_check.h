// Start values that were only guesses.
#pragma once

#include <vector>

#include "runtime/instance/messages.h"
#include "runtime/results/result_sink.h"
#include "runtime/simulate/settings.h"

namespace moo::runtime {

// Looks at the first row, and warns if a variable does not start with the value that the user gave, because equations
// determine its initial value.
class StartCheck final : public ResultSink {
public:
    StartCheck(MooModel const& model, std::vector<Assignment> const& given, Messages& messages)
        : model_(model), given_(given), messages_(messages) {}

    bool row(double time, std::span<double const> values) override;

private:
    MooModel const& model_;
    std::vector<Assignment> const& given_;
    Messages& messages_;
    bool is_done_ = false;
};

}  // namespace moo::runtime
