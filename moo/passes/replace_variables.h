// Replaces variables, their derivatives and their past values in expressions.
#pragma once

#include <vector>

#include "moo/expr/memo.h"
#include "moo/model/variable.h"

namespace moo {

// Replacements are not searched again. Results are remembered, so that applying it to all equations of a model costs
// about the size of the equations.
class VariableReplacement {
public:
    VariableReplacement(ExprStore& exprs, VariableStore const& variables)
        : exprs_(exprs), variables_(variables), values_(variables.size()), derivatives_(variables.size()) {}

    // Replaces x by a variable, its negative, or a value that is constant while the model runs. der(x), pre(x), edge(x)
    // and change(x) follow.
    void set(VarId variable, ExprId value) { values_[variable] = value; }
    // Replaces der(x) by another expression, independent of x.
    void set_derivative(VarId variable, ExprId value) { derivatives_[variable] = value; }
    [[nodiscard]] ExprId value_of(VarId variable) const { return values_[variable]; }

    ExprId apply(ExprId expr);

private:
    [[nodiscard]] ExprId replaced_reference(ExprId id);
    [[nodiscard]] ExprId derivative_of(VarId variable);
    [[nodiscard]] ExprId past_of(VarId variable);
    [[nodiscard]] bool is_fixed(ExprId value) const;
    void finish(ExprId id);

    ExprStore& exprs_;
    VariableStore const& variables_;
    Store<VarId, ExprId> values_;
    Store<VarId, ExprId> derivatives_;
    ExprMemo<ExprId> memo_;
    std::vector<ExprId> stack_;
    std::vector<ExprId> operands_;
};

}  // namespace moo
