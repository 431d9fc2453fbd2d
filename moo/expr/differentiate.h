// Symbolic derivatives by time and by an unknown.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "moo/expr/memo.h"
#include "moo/expr/store.h"

namespace moo {

// A derivative, or the subexpression that has none. There is never a wrong derivative.
struct Derivative {
    ExprId value;
    ExprId culprit;
    bool vanishes = false;  // the expression does not move; `value` is a zero of its shape
    [[nodiscard]] bool has_value() const { return value.has_value(); }
};

// What to differentiate by.
struct LeafDerivative {
    // The derivative of a reference (`x`, `x[2]`, `r.a`), of der or pre of a reference, or of `time`. None means
    // that it has no derivative and makes the whole result a failure.
    //
    // The representation of second derivatives is up to whoever writes this: for `der(x)` it may return the
    // reference to a new variable, `der(der(x))`, or none.
    std::function<ExprId(ExprStore&, ExprId leaf)> of;
    // By time the past moves along: delay(e, T)' = delay(e', T). By an unknown it stands still.
    bool is_time = false;
    // The derivative of the call of a function, given those of its arguments, of which at least one is not zero. A
    // literal zero stands for a derivative that vanishes, whatever its shape. A call with several results gives a
    // call, or a tuple, of the derivatives of those results that contain Reals. None, or no function here, makes
    // the whole result a failure.
    std::function<ExprId(ExprStore&, ExprId call, std::span<ExprId const> argument_derivatives)> of_call = {};
    // Inside a function `of` is asked about iterators too, because its variables are written as such. Elsewhere the
    // derivative of an iterator is zero.
    bool is_in_function = false;
};

// Differentiates many expressions by the same thing. Since equal expressions have equal ids, each distinct
// subexpression is differentiated once, whatever number of equations it occurs in.
//
//   relations and Boolean, Integer and String expressions    0
//   if c then a else b      if c then a' else b'
//   abs(u)                  noEvent(if u >= 0 then u' else -u')
//   min, max                noEvent(if a < b then a' else b'), and the like
//   noEvent(e)              noEvent(e')
//   smooth(p, e)            smooth(p - 1, e') for a literal p > 0, e' otherwise
//   homotopy(a, s)          homotopy(a', s')
//   delay(e, T)             delay(e', T)*(1 - T') by time, 0 by an unknown that T does not depend on
//   R(a, b), r.a            R(a', b') and r'.a; fields without Reals stay what they are
//   call of a function of the user    what LeafDerivative::of_call says, unless all arguments have derivative 0
class Differentiator {
public:
    Differentiator(ExprStore& store, LeafDerivative leaf);
    Derivative differentiate(ExprId expr);
    // Forgets what was computed, for another choice by the leaf function. Takes constant time.
    void reset();

private:
    struct Entry {
        std::uint32_t stamp = 0;
        ExprId value;  // none: there is no derivative
    };

    [[nodiscard]] bool is_done(ExprId id) const { return memo_.get(id).stamp == stamp_; }
    void finish(ExprId id, ExprId value) { memo_[id] = {stamp_, value}; }
    bool finish_leaf(ExprId id);

    ExprStore& store_;
    LeafDerivative leaf_;
    // By id; an entry counts if it carries the current stamp.
    ExprMemo<Entry> memo_;
    std::uint32_t stamp_ = 1;
    std::vector<ExprId> stack_;
    std::vector<ExprId> operand_derivatives_;
    ExprId zero_;
};

// How a variable moves in time.
enum class Motion : std::uint8_t {
    continuous,  // has a derivative
    discrete,    // constant between events; also parameters and constants
};
using VariableInfo = std::function<Motion(VarId)>;

// d/dt: `time` gives 1, a continuous reference x gives der(x), der(x) gives der(der(x)), and everything
// that is constant between events gives 0.
[[nodiscard]] LeafDerivative time_derivative(VariableInfo info);
// d/dunknown, where the unknown is a reference, der or pre of one, or `time`. Elements of one array with
// different literal subscripts are different unknowns; a subscript that may or may not hit the unknown is a
// failure.
[[nodiscard]] LeafDerivative partial_derivative(ExprId unknown);

Derivative differentiate_by_time(ExprStore& store, ExprId expr, VariableInfo const& info);
Derivative differentiate_by(ExprStore& store, ExprId expr, ExprId unknown);

}  // namespace moo
