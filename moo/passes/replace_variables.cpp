#include "moo/passes/replace_variables.h"

namespace moo {

// Whether the value is a literal or a parameter; otherwise it is a variable or its negative.
bool VariableReplacement::is_fixed(ExprId value) const {
    VarId const variable = exprs_.referenced_variable(value);
    if (variable) return variables_[variable].is_parameter();
    return exprs_.kind(value) != ExprKind::neg || is_fixed(exprs_.operand(value, 0));
}

ExprId VariableReplacement::derivative_of(VarId variable) {
    if (derivatives_[variable]) return derivatives_[variable];
    ExprId const value = values_[variable];
    if (!value) return {};
    if (is_fixed(value)) return exprs_.real(0);
    if (exprs_.kind(value) == ExprKind::neg) return exprs_.neg(exprs_.der(exprs_.operand(value, 0)));
    return exprs_.der(value);
}

ExprId VariableReplacement::past_of(VarId variable) {
    ExprId const value = values_[variable];
    if (!value || is_fixed(value)) return value;
    if (exprs_.kind(value) == ExprKind::neg) return exprs_.neg(exprs_.pre(exprs_.operand(value, 0)));
    return exprs_.pre(value);
}

// The replacement for a leaf, or for an operator on a leaf; it may be the same expression. None if the operands have to
// be visited.
ExprId VariableReplacement::replaced_reference(ExprId id) {
    ExprNode const node = exprs_.node(id);
    if ((node.flags & expr_flag::varies) == 0) return id;
    auto const or_same = [id](ExprId value) { return value ? value : id; };
    if (node.kind == ExprKind::variable) return or_same(values_[VarId(node.a)]);
    if (node.kind == ExprKind::der) return or_same(derivative_of(exprs_.referenced_variable(id)));
    if (node.kind == ExprKind::pre) return or_same(past_of(exprs_.referenced_variable(id)));
    if (node.kind == ExprKind::builtin) {
        auto const builtin = static_cast<Builtin>(node.aux);
        if (builtin == Builtin::edge || builtin == Builtin::change) {
            VarId const variable = exprs_.referenced_variable(exprs_.operand(id, 0));
            ExprId const value = variable ? values_[variable] : ExprId();
            // A constant never changes, and a change of sign does not affect edges of change.
            if (value && is_fixed(value)) return exprs_.boolean(false);
            if (value && exprs_.kind(value) == ExprKind::neg) {
                ExprId const argument = exprs_.operand(value, 0);
                return exprs_.builtin(builtin, {argument});
            }
        }
    }
    return exprs_.operands(id).empty() ? id : ExprId();
}

void VariableReplacement::finish(ExprId id) {
    bool changed = false;
    bool waits = false;
    operands_.clear();
    for (ExprId const operand : exprs_.operands(id)) {
        ExprId const replaced = memo_.get(operand);
        if (!replaced) {
            stack_.push_back(operand);
            waits = true;
        }
        changed = changed || replaced != operand;
        operands_.push_back(replaced);
    }
    if (waits) return;
    memo_[id] = changed ? exprs_.rebuild(id, operands_) : id;
    stack_.pop_back();
}

ExprId VariableReplacement::apply(ExprId expr) {
    stack_.assign(1, expr);
    while (!stack_.empty()) {
        ExprId const id = stack_.back();
        if (memo_.get(id)) {
            stack_.pop_back();
            continue;
        }
        if (ExprId const replaced = replaced_reference(id)) {
            memo_[id] = replaced;
            stack_.pop_back();
            continue;
        }
        finish(id);
    }
    return memo_.get(expr);
}

}  // namespace moo
