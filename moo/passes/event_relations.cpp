#include "moo/passes/event_relations.h"

#include <algorithm>

namespace moo {

// Discrete values change only at events, and so does their equality; and false < true has no zero to cross.
bool EventRelations::is_relation_of_numbers(ExprId id) const {
    ExprKind const kind = exprs_.kind(id);
    if (!is_relation(kind) || kind == ExprKind::equal || kind == ExprKind::not_equal) return false;
    return exprs_.types().is_numeric(exprs_.type(exprs_.operand(id, 0)));
}

std::vector<ExprId> const& EventRelations::of(ExprId expr) {
    if (stamps_.size() < exprs_.size()) stamps_.resize(exprs_.size(), 0);
    ++stamp_;
    relations_.clear();
    stack_.assign(1, expr);
    while (!stack_.empty()) {
        ExprId const id = stack_.back();
        stack_.pop_back();
        if (!exprs_.varies(id) || exprs_.is_builtin(id, Builtin::no_event) || stamps_[id.index()] == stamp_) continue;
        stamps_[id.index()] = stamp_;
        if (is_relation_of_numbers(id)) relations_.push_back(id);
        Operands const operands = exprs_.operands(id);
        for (std::size_t i = operands.size(); i-- > 0;) stack_.push_back(operands[i]);
    }
    return relations_;
}

bool can_change_between_events(System const& system, FreeVariables& walk, ExprId relation) {
    for (VariableUse const& use : walk.uses(relation)) {
        bool const is_constant = use.occurrence == Occurrence::previous || system.is_discrete(use.variable) ||
                                 system.document.variables[use.variable].is_parameter();
        if (!is_constant) return true;
    }
    return walk.met_time();
}

}  // namespace moo
