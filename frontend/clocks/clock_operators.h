// Which expressions are about clocks.
#pragma once

#include <cstdint>

#include "moo/expr/store.h"

namespace moo {

enum class ClockOperator : std::uint8_t {
    none,
    constructor,  // Clock(…)
    sample,       // sample(u) and sample(u, clock), not sample(start, interval)
    hold,
    previous,
    sub_clock,  // subSample, superSample, shiftSample, backSample, noClock
    tick,       // interval, firstTick
};

[[nodiscard]] ClockOperator clock_operator(ExprStore const& store, ExprId expr);

// Clock, or an array of clocks.
[[nodiscard]] bool is_clock_type(TypeTable const& types, TypeId type);

// Whether the store contains anything with a clock: a quick check before a long one.
[[nodiscard]] bool mentions_clocks(ExprStore const& store);

}  // namespace moo
