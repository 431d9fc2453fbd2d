// Finds what makes an equation jump at events.
#pragma once

#include <vector>

#include "moo/passes/linear_terms.h"
#include "moo/passes/system.h"

namespace moo {

class Jumps {
public:
    Jumps(System const& system, ExprVariation& variation) : system_(system), variation_(variation) {}

    enum Kind {
        // A discrete number in sums and products. Below conditions and calls it need not make the value jump:
        // `if time < T1 then T0 - T1 else time - T0` is a ramp, and the phase of a medium chooses between formulas that
        // agree where it changes.
        certain,
        // A discrete value anywhere, or a condition that varies, outside of noEvent and smooth.
        possible,
    };
    // None if nothing makes it jump.
    [[nodiscard]] ExprId find(ExprId lhs, ExprId rhs, Kind kind);

private:
    System const& system_;
    ExprVariation& variation_;
    std::vector<ExprId> stack_;
};

}  // namespace moo
