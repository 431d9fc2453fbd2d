// Exact local simplification.
#pragma once

#include <vector>

#include "moo/expr/memo.h"
#include "moo/expr/store.h"

namespace moo {

// A part of a flattened sum with its coefficient, or of a flattened product with its exponent.
struct WeightedPart {
    ExprId part;
    double weight;
};

// Rewrites to a simpler expression that has the same value wherever the original is defined, up to the
// rounding of Real arithmetic. It may be defined in more places: x/x becomes 1, 0*x becomes 0, and
// exp(log(x)) becomes x.
//
//   sums       flattened, like terms collected, constants folded, the order of first appearance kept
//   products   flattened with integer exponents, constants folded, equal factors and quotients cancelled
//   powers, functions, logic, if: the rules are the lines of the simplify_<family>.cpp
//
// Constants are folded if the result is exact or the operation is the one that would be carried out at run time; an
// Integer operation that overflows is not folded. The type never changes.
class Simplifier {
public:
    explicit Simplifier(ExprStore& store) : store_(store) {}
    ExprId simplify(ExprId expr);

private:
    void collect_parts(ExprId id);
    ExprId rewrite(ExprId id);
    ExprId rewrite_operands(ExprId id);

    ExprStore& store_;
    ExprMemo<ExprId> memo_;
    std::vector<ExprId> stack_;
    std::vector<ExprId> operands_;
    // Of the current node.
    std::vector<WeightedPart> parts_;
    bool product_is_negative_ = false;
};

ExprId simplify(ExprStore& store, ExprId expr);

}  // namespace moo
