// Whether two references may refer to the same part of a variable.
#pragma once

#include <cstdint>

#include "moo/expr/store.h"

namespace moo {

enum class Overlap : std::uint8_t {
    same,      // the same expression
    possible,  // `x[i]` and `x[2]`, or `x` and `x[2]`
    none,      // different variables, fields, or literal subscripts; or x and der(x)
};

// Compares references, der or pre of references, or any other expressions, which overlap only if they are the same.
[[nodiscard]] Overlap overlap(ExprStore const& store, ExprId x, ExprId y);

}  // namespace moo
