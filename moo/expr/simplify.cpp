#include "moo/expr/simplify.h"

#include "moo/expr/simplify_rules.h"

namespace moo {

// The parts that must be simplified before the node: the terms of a whole sum, the factors of a whole product,
// otherwise the operands.
void Simplifier::collect_parts(ExprId id) {
    parts_.clear();
    product_is_negative_ = false;
    if (is_sum(store_, id)) {
        parts_ = flatten_sum(store_, id);
        return;
    }
    if (is_product(store_, id)) {
        if (auto product = flatten_product(store_, id)) {
            parts_ = std::move(product->factors);
            product_is_negative_ = product->is_negative;
        }
        return;
    }
    if (has_identity(store_, id)) return;
    for (ExprId const operand : store_.operands(id)) parts_.push_back({operand, 1});
}

ExprId Simplifier::rewrite_operands(ExprId id) {
    if (has_identity(store_, id)) return simplify_relation(store_, id);
    operands_.clear();
    for (WeightedPart const& part : parts_) operands_.push_back(part.part);
    ExprId const rebuilt = store_.rebuild(id, operands_);
    // Folding may have made something else of it.
    if (store_.kind(rebuilt) != store_.kind(id)) return rebuilt;
    switch (store_.kind(rebuilt)) {
        case ExprKind::pow: return simplify_pow(store_, rebuilt);
        case ExprKind::builtin: return simplify_call(store_, rebuilt);
        case ExprKind::less:
        case ExprKind::less_equal:
        case ExprKind::greater:
        case ExprKind::greater_equal:
        case ExprKind::equal:
        case ExprKind::not_equal: return simplify_relation(store_, rebuilt);
        case ExprKind::logical_and:
        case ExprKind::logical_or: return simplify_logic(store_, rebuilt);
        case ExprKind::logical_not: return simplify_not(store_, rebuilt);
        case ExprKind::if_else: return simplify_if(store_, rebuilt);
        case ExprKind::real:
        case ExprKind::integer:
        case ExprKind::boolean:
        case ExprKind::string:
        case ExprKind::enumeration:
        case ExprKind::variable:
        case ExprKind::iterator:
        case ExprKind::time:
        case ExprKind::end:
        case ExprKind::whole:
        case ExprKind::neg:
        case ExprKind::der:
        case ExprKind::pre:
        case ExprKind::add:
        case ExprKind::sub:
        case ExprKind::mul:
        case ExprKind::div:
        case ExprKind::element_add:
        case ExprKind::element_sub:
        case ExprKind::element_mul:
        case ExprKind::element_div:
        case ExprKind::element_pow:
        case ExprKind::range:
        case ExprKind::subscript:
        case ExprKind::field:
        case ExprKind::array:
        case ExprKind::matrix:
        case ExprKind::matrix_row:
        case ExprKind::tuple:
        case ExprKind::call:
        case ExprKind::output:
        case ExprKind::reduction: return rebuilt;
    }
    return rebuilt;
}

// The node with simplified parts. None of the families may change the type.
ExprId Simplifier::rewrite(ExprId id) {
    for (WeightedPart& part : parts_) part.part = memo_.get(part.part);
    TypeId const type = store_.type(id);
    ExprId result;
    if (is_sum(store_, id)) {
        result = simplify_sum(store_, type, parts_);
    } else if (is_product(store_, id)) {
        if (!parts_.empty()) result = simplify_product(store_, type, {parts_, product_is_negative_});
    } else {
        result = rewrite_operands(id);
        if (!result && !has_identity(store_, id)) result = store_.rebuild(id, operands_);
    }
    return result && store_.type(result) == type ? result : id;
}

ExprId Simplifier::simplify(ExprId expr) {
    stack_.assign(1, expr);
    while (!stack_.empty()) {
        ExprId const id = stack_.back();
        if (memo_.get(id)) {
            stack_.pop_back();
            continue;
        }
        collect_parts(id);
        bool waits = false;
        for (WeightedPart const& part : parts_) {
            if (memo_.get(part.part)) continue;
            if (store_.operands(part.part).empty()) {
                memo_[part.part] = part.part;
                continue;
            }
            stack_.push_back(part.part);
            waits = true;
        }
        if (waits) continue;
        ExprId const result = rewrite(id);
        memo_[id] = result;
        stack_.pop_back();
    }
    return memo_.get(expr);
}

ExprId simplify(ExprStore& store, ExprId expr) { return Simplifier(store).simplify(expr); }

}  // namespace moo
