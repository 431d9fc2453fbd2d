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

void Substitution::set(Symbol iterator, ExprId to) {
    by_iterator_[iterator] = to;
    memo_.clear();
}

bool Substitution::binds_replaced(ExprId reduction) const {
    for (std::size_t i = 0; i < store_.iterator_count(reduction); ++i) {
        if (by_iterator_.contains(store_.iterator_at(reduction, i).name)) return true;
    }
    return false;
}

// A reduction that binds a replaced name: in its body that name means another thing. Reductions nest no
// deeper than expressions are written.
ExprId Substitution::apply_below_binder(ExprId reduction) {
    Substitution outer(store_);
    outer.by_expr_ = by_expr_;
    outer.by_variable_ = by_variable_;
    outer.by_iterator_ = by_iterator_;
    Substitution inner(store_);
    inner.by_expr_ = by_expr_;
    inner.by_variable_ = by_variable_;
    inner.by_iterator_ = by_iterator_;
    for (std::size_t i = 0; i < store_.iterator_count(reduction); ++i) {
        inner.by_iterator_.erase(store_.iterator_at(reduction, i).name);
    }
    std::vector<ExprId> operands;
    for (ExprId const operand : store_.operands(reduction)) {
        operands.push_back(operands.empty() ? inner.apply(operand) : outer.apply(operand));
    }
    return store_.rebuild(reduction, operands);
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
    if (store_.kind(expr) == ExprKind::iterator) {
        auto const found = by_iterator_.find(store_.symbol(expr));
        return found != by_iterator_.end() ? found->second : expr;
    }
    return store_.operands(expr).empty() ? expr : ExprId();
}

ExprId Substitution::apply(ExprId expr) {
    stack_.assign(1, expr);
    while (!stack_.empty()) {
        ExprId const id = stack_.back();
        ExprId& entry = memo_[id];
        if (!entry) entry = direct(id);
        if (!entry && store_.kind(id) == ExprKind::reduction && binds_replaced(id)) {
            ExprId const replaced = apply_below_binder(id);
            memo_[id] = replaced;
            stack_.pop_back();
            continue;
        }
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
