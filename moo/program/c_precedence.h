// Precedences of operators in C and C++; higher binds tighter.
#pragma once

namespace moo::c_precedence {

enum Level : int {
    conditional = 2,
    logical_or = 3,
    logical_and = 4,
    equality = 7,
    comparison = 8,
    additive = 10,
    multiplicative = 11,
    unary = 12,
    primary = 14,
};

}  // namespace moo::c_precedence
