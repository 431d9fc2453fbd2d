// Which variables and expressions change only at events (Modelica 3.6, sections 4.5 and 3.8.5).
#pragma once

#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "moo/model/flat_model.h"

namespace moo {

class DiscreteTime {
public:
    // Looks for the variables that when-clauses assign; their equations may be moved elsewhere afterwards.
    explicit DiscreteTime(FlatModel const& model);

    // Not Real, declared as `discrete`, or assigned in a when-clause. An array of which an element is assigned there
    // counts as a whole.
    [[nodiscard]] bool is_discrete(VarId variable) const {
        return variable.index() < is_discrete_.size() && is_discrete_[variable.index()];
    }
    [[nodiscard]] bool is_assigned_in_when(VarId variable) const { return assigned_.contains(variable); }
    // A variable, der(…) or `time` in the expression that makes it change between events, outside of when-clauses; none
    // if it is a discrete-time expression.
    [[nodiscard]] ExprId find_continuous(ExprId expr) { return find_continuous(expr, exprs_.type(expr)); }
    // The same for one result of a call that has several.
    [[nodiscard]] ExprId find_continuous(ExprId expr, TypeId result);

private:
    struct Part {
        ExprId expr;
        bool is_in_no_event;
    };
    void add_targets(ExprId target);
    void collect(std::vector<FlatEquation> const& equations, bool is_in_when);
    void collect(std::vector<FlatStatement> const& statements, bool is_in_when);
    // Puts the operands that count for the variability of the expression on the stack.
    void open_operands(Part part);
    void open_builtin(Part part);
    void open_call(Part part, TypeId result);
    [[nodiscard]] bool is_real(ExprId expr) const;
    [[nodiscard]] bool contains_real(TypeId type) const;

    FlatModel const& model_;
    ExprStore const& exprs_;
    std::vector<bool> is_discrete_;
    std::unordered_set<VarId> assigned_;
    std::unordered_map<Symbol, FlatFunction const*> functions_;  // filled at the first call that is looked at
    std::vector<Part> open_;
};

}  // namespace moo
