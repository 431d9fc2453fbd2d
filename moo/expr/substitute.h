// Replaces subexpressions.
#pragma once

#include <unordered_map>
#include <utility>
#include <vector>

#include "moo/expr/memo.h"
#include "moo/expr/store.h"

namespace moo {

// Replaces subexpressions and variables by expressions, all at the same time: replacements are not searched again. It
// remembers results, so that the cost of applying it to all equations of a model is about proportional to their size.
//
// A replacement must not contain an iterator that a reduction around the replaced place binds.
class Substitution {
public:
    explicit Substitution(ExprStore& store) : store_(store) {}
    // Replaces this very node, for instance `der(x)`, `x[2]` or a variable.
    void set(ExprId from, ExprId to);
    // Replaces each reference to the variable, including those under der and pre and as the base of subscripts. A
    // replacement of a larger node that contains it takes precedence.
    void set(VarId from, ExprId to);
    // Replaces the iterator, or variable of a function, of that name where no reduction inside binds it again.
    void set(Symbol iterator, ExprId to);

    ExprId apply(ExprId expr);

private:
    [[nodiscard]] ExprId direct(ExprId expr) const;
    [[nodiscard]] bool binds_replaced(ExprId reduction) const;
    ExprId apply_below_binder(ExprId reduction);

    ExprStore& store_;
    std::unordered_map<ExprId, ExprId> by_expr_;
    std::unordered_map<VarId, ExprId> by_variable_;
    std::unordered_map<Symbol, ExprId> by_iterator_;
    ExprMemo<ExprId> memo_;
    std::vector<ExprId> stack_;
    std::vector<ExprId> operands_;
};

ExprId substitute(ExprStore& store, ExprId expr, std::vector<std::pair<ExprId, ExprId>> const& replacements);

}  // namespace moo
