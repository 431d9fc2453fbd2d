// Symbolic derivatives with respect to time and with respect to an unknown.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "moo/expr/memo.h"
#include "moo/expr/store.h"

namespace moo {

// A derivative, or the subexpression that has none. It is never a wrong derivative.
struct Derivative {
    ExprId value;
    ExprId culprit;
    bool vanishes = false;  // the expression does not change; `value` is a zero of its shape
    [[nodiscard]] bool has_value() const { return value.has_value(); }
};

// What to differentiate by.
struct LeafDerivative {
    // The derivative of a reference (`x`, `x[2]`, `r.a`), of der or pre of a reference, or of `time`. None means
    // that it has no derivative and makes the whole result a failure.
    //
    // The representation of second derivatives is up to this function: for `der(x)` it may return a reference to a new
    // variable, `der(der(x))`, or none.
    std::function<ExprId(ExprStore&, ExprId leaf)> of;
    // With respect to time the past changes as well: delay(e, T)' = delay(e', T). With respect to an unknown it does
    // not.
    bool is_time = false;
    // The derivative of a function call, given the derivatives of its arguments, of which at least one is not zero. A
    // literal zero stands for a vanishing derivative of any shape. For a call with several results, it is a call or a
    // tuple with the derivatives of those results that contain Reals. If this returns none, or is not set, the whole
    // result is a failure.
    std::function<ExprId(ExprStore&, ExprId call, std::span<ExprId const> argument_derivatives)> of_call = {};
    // Inside a function, `of` is also called for iterators, because variables of functions are represented as
    // iterators. Elsewhere the derivative of an iterator is zero.
    bool is_in_function = false;
};

// Differentiates many expressions with respect to the same thing. Equal expressions have equal ids, so each distinct
// subexpression is differentiated once, no matter in how many equations it occurs.
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
    // Discards all results, so that the leaf function may answer differently. Takes constant time.
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

// How a variable changes in time.
enum class Motion : std::uint8_t {
    continuous,  // has a derivative
    discrete,    // constant between events; also parameters and constants
};
using VariableInfo = std::function<Motion(VarId)>;

// d/dt: `time` gives 1, a continuous reference x gives der(x), der(x) gives der(der(x)), and everything
// that is constant between events gives 0.
[[nodiscard]] LeafDerivative time_derivative(VariableInfo info);
// d/dunknown, where the unknown is a reference, der or pre of one, or `time`. Elements of one array with different
// literal subscripts are different unknowns; a subscript that may or may not select the unknown is a failure.
[[nodiscard]] LeafDerivative partial_derivative(ExprId unknown);

Derivative differentiate_by_time(ExprStore& store, ExprId expr, VariableInfo const& info);
Derivative differentiate_by(ExprStore& store, ExprId expr, ExprId unknown);

}  // namespace moo
