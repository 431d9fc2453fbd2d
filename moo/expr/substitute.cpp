#include "moo/expr/substitute.h"

namespace moo {

void Substitution::set(ExprId from, ExprId to) {
    by_expr_[from] = to;
    memo_.clear();
}

void Substitution::set(VarId from, ExprId to) {
    by_variable_[from] = to;
    memo_.clear();
}

ExprId Substitution::direct(ExprId expr) const {
    if (!by_expr_.empty()) {
        auto const found = by_expr_.find(expr);
        if (found != by_expr_.end()) return found->second;
    }
    if (store_.kind(expr) == ExprKind::variable) {
        auto const found = by_variable_.find(store_.variable_of(expr));
        return found != by_variable_.end() ? found->second : expr;
    }
    return store_.operands(expr).empty() ? expr : ExprId();
}

ExprId Substitution::apply(ExprId expr) {
    stack_.assign(1, expr);
    while (!stack_.empty()) {
        ExprId const id = stack_.back();
        ExprId& entry = memo_[id];
        if (!entry) entry = direct(id);
        if (entry) {
            stack_.pop_back();
            continue;
        }
        bool waits = false;
        bool changed = false;
        Operands const operands = store_.operands(id);
        operands_.clear();
        for (ExprId const operand : operands) {
            ExprId const replaced = memo_.get(operand);
            if (!replaced) {
                stack_.push_back(operand);
                waits = true;
            }
            changed = changed || replaced != operand;
            operands_.push_back(replaced);
        }
        if (waits) continue;
        memo_[id] = changed ? store_.rebuild(id, operands_) : id;
        stack_.pop_back();
    }
    return memo_.get(expr);
}

ExprId substitute(ExprStore& store, ExprId expr, std::vector<std::pair<ExprId, ExprId>> const& replacements) {
    Substitution substitution(store);
    for (auto const& [from, to] : replacements) substitution.set(from, to);
    return substitution.apply(expr);
}

}  // namespace moo
