// The expressions in the flat model; its store also contains those that were only needed to make it.
#pragma once

#include <vector>

#include "moo/model/flat_model.h"

namespace moo {

class ShownExpressions {
public:
    explicit ShownExpressions(ExprStore const& exprs) : exprs_(exprs) {}

    void add(Variable const& variable);
    void add(FlatFunction const& function);
    void add(FlatAlgorithm const& algorithm) { add(algorithm.statements); }
    // Equations or statements. As deep as they are nested.
    template <class Item>
    void add(std::vector<Item> const& items) {
        for (Item const& item : items) {
            for (ExprId const expr : {item.a, item.b, item.c}) add(expr);
            for (auto const& branch : item.branches) {
                add(branch.condition);
                add(branch.body);
            }
        }
    }

    // Calls `visit(ExprId)` for each expression that has been added since the last call, and those inside it; each is
    // visited once.
    template <class Visit>
    void visit_new(Visit const& visit) {
        while (!open_.empty()) {
            ExprId const expr = open_.back();
            open_.pop_back();
            for (ExprId const operand : exprs_.operands(expr)) add(operand);
            visit(expr);
        }
    }

    // Calls `visit(ExprId)` for all of them in the order in which they were built.
    template <class Visit>
    void visit_all(Visit const& visit) const {
        for (std::size_t i = 0; i < is_shown_.size(); ++i) {
            if (is_shown_[i]) visit(ExprId(i));
        }
    }

private:
    void add(ExprId expr);

    ExprStore const& exprs_;
    std::vector<bool> is_shown_;
    std::vector<ExprId> open_;
};

}  // namespace moo
