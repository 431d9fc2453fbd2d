#include "moo/passes/strip_homotopy.h"

namespace moo {

ExprId HomotopyRemoval::apply(ExprId expr) {
    stack_.assign(1, expr);
    while (!stack_.empty()) {
        ExprId const id = stack_.back();
        if (memo_.get(id)) {
            stack_.pop_back();
            continue;
        }
        bool waits = false;
        bool changed = false;
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
        if (waits) continue;
        if (exprs_.is_builtin(id, Builtin::homotopy)) {
            memo_[id] = operands_[0];
        } else if (exprs_.is_builtin(id, Builtin::initial)) {
            memo_[id] = exprs_.boolean(false);
        } else {
            memo_[id] = changed ? exprs_.rebuild(id, operands_) : id;
        }
        stack_.pop_back();
    }
    return memo_.get(expr);
}

}  // namespace moo
