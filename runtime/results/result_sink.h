// The interface of everything that receives rows of results.
#pragma once

#include <cstdint>
#include <span>

namespace moo::runtime {

class ResultSink {
public:
    virtual ~ResultSink() = default;
    // `values` holds all variables of the model. Times never decrease; an event gives two rows of the same time, before
    // and after. False if no more rows are wanted or can be accepted.
    [[nodiscard]] virtual bool row(double time, std::span<double const> values) = 0;
};

}  // namespace moo::runtime
