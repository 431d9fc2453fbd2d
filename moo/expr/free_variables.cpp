#include "moo/expr/free_variables.h"

#include <algorithm>
#include <unordered_set>

namespace moo {

void FreeVariables::begin() {
    if (stamps_.size() < store_.size()) stamps_.resize(store_.size(), 0);
    if (++stamp_ == 0) {
        std::fill(stamps_.begin(), stamps_.end(), 0u);
        std::fill(use_stamps_.begin(), use_stamps_.end(), 0u);
        stamp_ = 1;
    }
    uses_.clear();
    references_.clear();
    met_time_ = false;
}

// Whether this is the first time.
bool FreeVariables::mark(ExprId id) {
    if (stamps_[id.index()] == stamp_) return false;
    stamps_[id.index()] = stamp_;
    return true;
}

void FreeVariables::add_use(VarId variable, Occurrence occurrence) {
    constexpr std::size_t occurrences = 3;
    std::size_t const index = variable.index() * occurrences + static_cast<std::size_t>(occurrence);
    if (index >= use_stamps_.size()) use_stamps_.resize(std::max(index + 1, 2 * use_stamps_.size()), 0);
    if (use_stamps_[index] == stamp_) return;
    use_stamps_[index] = stamp_;
    uses_.push_back({variable, occurrence});
}

// A variable with everything around it: der, pre, subscripts, fields. Only the subscripts are visited further.
void FreeVariables::add_reference(ExprId id, VarId variable, Occurrence occurrence) {
    add_use(variable, occurrence);
    references_.push_back(id);
    for (; store_.kind(id) != ExprKind::variable; id = store_.operand(id, 0)) {
        Operands const operands = store_.operands(id);
        for (std::size_t i = operands.size(); i-- > 1;) stack_.push_back(operands[i]);
    }
}

void FreeVariables::walk(ExprId root) {
    stack_.assign(1, root);
    while (!stack_.empty()) {
        ExprId const id = stack_.back();
        stack_.pop_back();
        ExprNode const node = store_.node(id);
        if ((node.flags & expr_flag::varies) == 0 || !mark(id)) continue;
        if (node.kind == ExprKind::variable) {
            add_use(VarId(node.a), Occurrence::value);
            references_.push_back(id);
            continue;
        }
        if (VarId const variable = store_.referenced_variable(id)) {
            bool const is_der = node.kind == ExprKind::der;
            bool const is_pre = node.kind == ExprKind::pre;
            add_reference(id, variable,
                          is_der   ? Occurrence::derivative
                          : is_pre ? Occurrence::previous
                                   : Occurrence::value);
            continue;
        }
        if (node.kind == ExprKind::time) met_time_ = true;
        if (node.kind == ExprKind::builtin) {
            auto const builtin = static_cast<Builtin>(node.aux);
            bool const looks_back =
                builtin == Builtin::previous || builtin == Builtin::edge || builtin == Builtin::change;
            VarId const variable = looks_back ? store_.referenced_variable(ExprId(node.a)) : VarId();
            if (builtin == Builtin::delay || builtin == Builtin::spatial_distribution) met_time_ = true;
            if (variable) add_use(variable, Occurrence::previous);
            if (variable && builtin == Builtin::previous) continue;
        }
        Operands const operands = store_.operands(id);
        for (std::size_t i = operands.size(); i-- > 0;) stack_.push_back(operands[i]);
    }
}

std::vector<VariableUse> const& FreeVariables::uses(ExprId expr) {
    begin();
    walk(expr);
    return uses_;
}

std::vector<VariableUse> const& FreeVariables::uses(ExprId lhs, ExprId rhs) {
    begin();
    walk(lhs);
    walk(rhs);
    return uses_;
}

std::vector<ExprId> const& FreeVariables::references(ExprId expr) {
    begin();
    walk(expr);
    return references_;
}

bool FreeVariables::contains(ExprId expr, ExprId part) {
    begin();
    stack_.assign(1, expr);
    while (!stack_.empty()) {
        ExprId const id = stack_.back();
        stack_.pop_back();
        if (id == part) return true;
        // Operands have smaller ids, so nothing below can be the part.
        if (id < part || !mark(id)) continue;
        ExprKind const kind = store_.kind(id);
        if (kind == ExprKind::der || kind == ExprKind::pre || store_.is_builtin(id, Builtin::previous)) continue;
        for (ExprId const operand : store_.operands(id)) stack_.push_back(operand);
    }
    return false;
}

std::vector<Symbol> mentioned_iterators(ExprStore const& store, ExprId expr) {
    std::vector<Symbol> names;
    std::vector<ExprId> stack{expr};
    std::unordered_set<ExprId> seen;
    while (!stack.empty()) {
        ExprId const id = stack.back();
        stack.pop_back();
        if (!store.has_iterator(id) || !seen.insert(id).second) continue;
        if (store.kind(id) == ExprKind::iterator) {
            if (std::find(names.begin(), names.end(), store.symbol(id)) == names.end()) {
                names.push_back(store.symbol(id));
            }
            continue;
        }
        for (ExprId const operand : store.operands(id)) stack.push_back(operand);
    }
    return names;
}

}  // namespace moo
