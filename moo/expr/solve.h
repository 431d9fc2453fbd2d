// Solves an equation for an unknown.
#pragma once

#include <cstdint>
#include <functional>

#include "moo/expr/store.h"

namespace moo {

class Simplifier;

// How certain it is that the solution exists, according to the most doubtful divisor or condition.
enum class Solvability : std::uint8_t {
    constant,      // always: nothing can vanish
    parameter,     // if a condition on parameters and constants holds, which can be checked once
    may_vanish,    // only while a condition on changing values holds
    not_solvable,  // no unique solution, or none that can be written down
};

struct Solution {
    Solvability solvability = Solvability::not_solvable;
    ExprId solution;
    // Must not be zero: the coefficient of the unknown where that is not a non-zero literal; else none.
    ExprId divisor;
    // Where this is zero, the equation has no solution at all, such as `y` in 1/x = y; otherwise none. It does not make
    // the solution doubtful, because no other way to solve the equation would find more.
    ExprId pole;
    // A Boolean expression that must be true, `y >= 0` for sqrt(x) = y; none if nothing is required.
    ExprId condition;
    // Whether the unknown occurs linearly, so that the solution is (…)/coefficient.
    bool is_linear = false;
    [[nodiscard]] bool has_value() const { return solvability != Solvability::not_solvable; }
};

// Whether the variable has one value from the end of initialization on.
using IsParameter = std::function<bool(VarId)>;

// lhs = rhs for `unknown`: a reference, der or pre of one, or any other subexpression taken as a symbol.
//
// It may occur linearly any number of times on both sides, also in both branches of an if; or once
// inside a chain of operations whose inverse is unique, such as exp, log, sqrt, sinh, tanh, asin, odd powers.
// The solution satisfies the equation wherever `divisor` and `pole` are not zero and `condition` is true.
Solution solve_for(ExprStore& store, ExprId lhs, ExprId rhs, ExprId unknown, IsParameter const& is_parameter);
// The same for many equations of one store, which share the results that the simplifier remembers.
Solution solve_for(ExprStore& store, Simplifier& simplifier, ExprId lhs, ExprId rhs, ExprId unknown,
                   IsParameter const& is_parameter);

// expr = coefficient * unknown + rest, neither of which contains the unknown.
struct LinearForm {
    ExprId coefficient;
    ExprId rest;
    [[nodiscard]] bool has_value() const { return coefficient.has_value(); }
};
LinearForm linear_form(ExprStore& store, ExprId expr, ExprId unknown);

}  // namespace moo
