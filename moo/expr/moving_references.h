// What the value of an expression moves with.
#pragma once

#include <cstdint>
#include <vector>

#include "moo/expr/store.h"

namespace moo {

// The Real references, `x` or `der(x)`, that stand where small changes of them may change the value, as far as its form
// shows: not in conditions and whole numbers, which jump, nor in `delay` and `hold`, which are about the past, nor in
// 0*x. The marks are reused between calls, so a walk costs the size of the expression.
class MovingReferences {
public:
    explicit MovingReferences(ExprStore const& store) : store_(store) {}

    // Each once; lives until the next call.
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
