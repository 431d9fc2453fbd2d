#include "moo/expr/moving_references.h"

#include <utility>

namespace moo {

bool MovingReferences::stands_still(ExprId part) const {
    TypeId const type = store_.type(part);
    if (!store_.varies(part) || type == types::boolean || type == types::integer) return true;
    if (store_.kind(part) == ExprKind::pre) return true;
    for (Builtin const memory : {Builtin::delay, Builtin::hold, Builtin::previous}) {
        if (store_.is_builtin(part, memory)) return true;
    }
    return store_.kind(part) == ExprKind::mul &&
           (store_.is_zero(store_.operand(part, 0)) || store_.is_zero(store_.operand(part, 1)));
}

bool MovingReferences::mark(ExprId id) {
    if (stamps_.size() < store_.size()) stamps_.resize(store_.size(), 0);
    return std::exchange(stamps_[id.index()], stamp_) != stamp_;
}

std::vector<ExprId> const& MovingReferences::of(ExprId expr) {
    ++stamp_;
    found_.clear();
    stack_.assign(1, expr);
    while (!stack_.empty()) {
        ExprId const part = stack_.back();
        stack_.pop_back();
        if (stands_still(part) || !mark(part)) continue;
        if (store_.referenced_variable(part)) {
            if (store_.type(part) == types::real) found_.push_back(part);
            continue;
        }
        for (ExprId const operand : store_.operands(part)) stack_.push_back(operand);
    }
    return found_;
}

}  // namespace moo
