// Computes all partial derivatives of an expression at once.
#pragma once

#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "moo/expr/differentiate.h"
#include "moo/expr/free_variables.h"
#include "moo/expr/simplify.h"
#include "moo/passes/system.h"

namespace moo {

// Goes from the expression to its leaves and collects the factor of each part (reverse accumulation): a sum of n terms
// costs n, while differentiating it with respect to each of its n variables would cost n². Parts that are not
// arithmetic, such as calls, are differentiated with respect to each of their variables.
class PartialDerivatives {
public:
    explicit PartialDerivatives(System& system);
    PartialDerivatives(PartialDerivatives const&) = delete;
    PartialDerivatives& operator=(PartialDerivatives const&) = delete;

    struct Entry {
        ExprId by;     // a variable, or der or pre of one
        ExprId value;  // simplified; none if there is no derivative
    };
    // The derivatives with respect to each continuous reference in the expression, in the order of appearance, without
    // zeros. The result is valid until the next call.
    std::vector<Entry> const& of(ExprId expr);
    // Whether the last call left out a reference because its derivative is zero or it is in a condition.
    [[nodiscard]] bool left_out() const { return left_out_; }
    // When an entry changes.
    [[nodiscard]] EntryKind kind_of(ExprId entry);

private:
    void add(ExprId part, ExprId factor);
    template <class Change>
    ExprId in_branch(ExprId factor, Change change);
    void pass_on(ExprId part, ExprId factor);
    void differentiate_part(ExprId part, ExprId factor);
    [[nodiscard]] bool is_moving(ExprId part) const;

    System& system_;
    ExprStore& exprs_;
    FreeVariables walk_;
    Simplifier& simplifier_;
    ExprId unknown_;
    Differentiator partial_;                     // by unknown_
    std::unordered_map<ExprId, ExprId> factor_;  // of the parts that remain to be visited, and of leaves
    std::unordered_set<ExprId> unknown_derivative_;
    std::vector<ExprId> heap_;  // parts, largest id first: no later part uses an earlier one
    std::vector<Entry> entries_;
    bool left_out_ = false;
};

}  // namespace moo
