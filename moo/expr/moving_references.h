// The references on which the value of an expression depends continuously.
#pragma once

#include <cstdint>
#include <vector>

#include "moo/expr/store.h"

namespace moo {

// Finds the Real references, `x` or `der(x)`, whose small changes may change the value, as far as its form shows: not
// those in conditions and whole numbers, which jump, nor in `delay` and `hold`, which refer to the past, nor in 0*x.
// The marks are reused between calls, so the cost of a walk depends on the size of the expression.
class MovingReferences {
public:
    explicit MovingReferences(ExprStore const& store) : store_(store) {}

    // Each once; valid until the next call.
    std::vector<ExprId> const& of(ExprId expr);

private:
    [[nodiscard]] bool stands_still(ExprId part) const;
    bool mark(ExprId id);

    ExprStore const& store_;
    std::vector<std::uint32_t> stamps_;
    std::uint32_t stamp_ = 0;
    std::vector<ExprId> stack_;
    std::vector<ExprId> found_;
};

}  // namespace moo
