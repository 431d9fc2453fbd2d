#include "moo/expr/differentiate.h"

#include <utility>

#include "moo/expr/derivative_rules.h"
#include "moo/expr/references.h"
#include "moo/expr/type_rules.h"

namespace moo {

namespace {

// Values that cannot change continuously.
bool is_discrete(TypeTable const& types, TypeId type) {
    if (type == types::real) return false;
    switch (types.kind(types.element(type))) {
        case TypeKind::integer:
        case TypeKind::boolean:
        case TypeKind::string:
        case TypeKind::clock:
        case TypeKind::external_object:
        case TypeKind::enumeration: return true;
        case TypeKind::record:
        case TypeKind::tuple: return !contains_real(types, type);
        case TypeKind::unknown:
        case TypeKind::real:
        case TypeKind::array: return false;
    }
    return false;
}

}  // namespace

Differentiator::Differentiator(ExprStore& store, LeafDerivative leaf)
    : store_(store), leaf_(std::move(leaf)), zero_(store.real(0)) {}

void Differentiator::reset() {
    if (++stamp_ == 0) {
        memo_.clear();
        stamp_ = 1;
    }
}

// Finishes what needs no derivative of an operand.
bool Differentiator::finish_leaf(ExprId id) {
    ExprNode const node = store_.node(id);
    if ((node.flags & expr_flag::varies) == 0 || is_discrete(store_.types(), node.type)) {
        finish(id, zero_);
        return true;
    }
    switch (node.kind) {
        case ExprKind::variable:
        case ExprKind::time:
        case ExprKind::der:
        case ExprKind::pre: break;
        case ExprKind::subscript:
        case ExprKind::field:
            if (!store_.referenced_variable(id)) return false;
            break;
        // The range that an iterator runs over must not move; that is checked at its reduction.
        case ExprKind::iterator:
            if (leaf_.is_in_function) break;
            finish(id, zero_);
            return true;
        case ExprKind::real:
        case ExprKind::integer:
        case ExprKind::boolean:
        case ExprKind::string:
        case ExprKind::enumeration:
        case ExprKind::end:
        case ExprKind::whole: finish(id, zero_); return true;
        case ExprKind::neg:
        case ExprKind::logical_not:
        case ExprKind::add:
        case ExprKind::sub:
        case ExprKind::mul:
        case ExprKind::div:
        case ExprKind::pow:
        case ExprKind::element_add:
        case ExprKind::element_sub:
        case ExprKind::element_mul:
        case ExprKind::element_div:
        case ExprKind::element_pow:
        case ExprKind::logical_and:
        case ExprKind::logical_or:
        case ExprKind::less:
        case ExprKind::less_equal:
        case ExprKind::greater:
        case ExprKind::greater_equal:
        case ExprKind::equal:
        case ExprKind::not_equal:
        case ExprKind::if_else:
        case ExprKind::range:
        case ExprKind::array:
        case ExprKind::matrix:
        case ExprKind::matrix_row:
        case ExprKind::tuple:
        case ExprKind::builtin:
        case ExprKind::call:
        case ExprKind::output:
        case ExprKind::reduction: return false;
    }
    ExprId const value = leaf_.of(store_, id);
    finish(id, value.has_value() && store_.is_zero(value) ? zero_ : value);
    return true;
}

Derivative Differentiator::differentiate(ExprId expr) {
    DerivativeRules rules(store_, zero_, leaf_.is_time, &leaf_.of_call);
    stack_.assign(1, expr);
    while (!stack_.empty()) {
        ExprId const id = stack_.back();
        if (!is_done(id) && !finish_leaf(id)) {
            Operands const operands = store_.operands(id);
            bool waits = false;
            for (std::size_t i = operands.size(); i-- > 0;) {
                if (is_done(operands[i])) continue;
                stack_.push_back(operands[i]);
                waits = true;
            }
            if (waits) continue;
            operand_derivatives_.clear();
            bool all_zero = true;
            for (ExprId const operand : operands) {
                operand_derivatives_.push_back(memo_.get(operand).value);
                all_zero = all_zero && operand_derivatives_.back() == zero_;
            }
            bool const has_state = operands.empty();
            finish(id, all_zero && !has_state ? zero_ : rules.apply(id, operand_derivatives_));
        }
        if (!memo_.get(id).value) return {ExprId(), id, false};
        stack_.pop_back();
    }
    ExprId const value = memo_.get(expr).value;
    if (value != zero_) return {value, ExprId(), false};
    ExprId const zero = rules.zero_of(expr);
    return {zero, zero ? ExprId() : expr, true};
}

LeafDerivative time_derivative(VariableInfo info) {
    auto of = [info = std::move(info)](ExprStore& store, ExprId leaf) {
        ExprKind const kind = store.kind(leaf);
        if (kind == ExprKind::time) return store.real(1);
        if (kind == ExprKind::pre) return store.real(0);
        if (kind == ExprKind::der) return store.der(leaf);
        bool const moves = info(store.referenced_variable(leaf)) == Motion::continuous;
        return moves ? store.der(leaf) : store.real(0);
    };
    return {std::move(of), true};
}

LeafDerivative partial_derivative(ExprId unknown) {
    auto of = [unknown](ExprStore& store, ExprId leaf) {
        switch (overlap(store, leaf, unknown)) {
            case Overlap::same: return store.types().is_array(store.type(leaf)) ? ExprId() : store.real(1);
            case Overlap::none: return store.real(0);
            case Overlap::possible: return ExprId();
        }
        return ExprId();
    };
    return {std::move(of), false};
}

Derivative differentiate_by_time(ExprStore& store, ExprId expr, VariableInfo const& info) {
    return Differentiator(store, time_derivative(info)).differentiate(expr);
}

Derivative differentiate_by(ExprStore& store, ExprId expr, ExprId unknown) {
    return Differentiator(store, partial_derivative(unknown)).differentiate(expr);
}

}  // namespace moo
