// Results that would overwrite a file that the model reads.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "runtime/abi/model.h"
#include "runtime/results/result_sink.h"

namespace moo::runtime {

// Looks at the first row, in which the model's Strings have their values, and ends the simulation if one of them is the
// name of an output. A table that a model reads has its name in a parameter.
class OutputCheck final : public ResultSink {
public:
    OutputCheck(MooModel const& model, std::vector<std::string> outputs)
        : model_(model), outputs_(std::move(outputs)) {}

    bool row(double time, std::span<double const> values) override;
    // Empty if nothing would be overwritten.
    [[nodiscard]] std::string const& error() const { return error_; }

private:
    MooModel const& model_;
    std::vector<std::string> outputs_;
    bool is_done_ = false;
    std::string error_;
};

}  // namespace moo::runtime
