// The interface for measuring calls of a model's functions and blocks.
#pragma once

#include <chrono>

#include "runtime/abi/model.h"

namespace moo::runtime {

class Meter {
public:
    using Clock = std::chrono::steady_clock;

    virtual ~Meter() = default;
    // The functions to call instead of the model's: they measure, and call those of the model.
    [[nodiscard]] virtual MooModel const& model() const = 0;
    // A block has been solved, in this time.
    virtual void add_block(MooBlock const& block, Clock::duration time) = 0;
};

}  // namespace moo::runtime
