// `end` in subscripts.
#include <utility>

#include "moo/expr/evaluate.h"

namespace moo {

namespace {

// The memo entry of a node.
constexpr std::uint8_t without_end = 1;
constexpr std::uint8_t with_end = 2;

// The operands whose `end` is that of the node: those of `y[end]` inside a subscript belong to y.
std::size_t transparent_operands(ExprStore const& store, ExprId id) {
    return store.kind(id) == ExprKind::subscript ? 1 : store.operands(id).size();
}

}  // namespace

bool Evaluator::needs_end(ExprId subscript) {
    if (store_.kind(subscript) == ExprKind::end) return true;
    if (!store_.varies(subscript) || store_.operands(subscript).empty()) return false;
    std::vector<ExprId> pending{subscript};
    while (!pending.empty()) {
        ExprId const id = pending.back();
        std::uint8_t answer = store_.kind(id) == ExprKind::end ? with_end : without_end;
        bool waits = false;
        if (end_memo_.get(id) == 0) {
            for (std::size_t i = 0; i < transparent_operands(store_, id); ++i) {
                ExprId const operand = store_.operand(id, i);
                std::uint8_t const known = end_memo_.get(operand);
                if (known == with_end) answer = with_end;
                if (known != 0) continue;
                pending.push_back(operand);
                waits = true;
            }
            if (waits) continue;
            end_memo_[id] = answer;
        }
        pending.pop_back();
    }
    return end_memo_.get(subscript) == with_end;
}

Evaluation Evaluator::evaluate_with_end(ExprId subscript, std::int64_t end) {
    if (nesting_ >= limits_.max_nesting) return {Value(), EvaluateError::too_large, subscript};
    if (end_evaluator_ == nullptr) {
        end_evaluator_ = std::make_unique<Evaluator>(store_, values_, limits_, hooks_);
    }
    Evaluator& inner = *end_evaluator_;
    inner.reset();
    inner.iterator_stamp_ = inner.free_stamp_;
    inner.bindings_ = bindings_;
    inner.nesting_ = nesting_ + 1;
    inner.iterations_ = iterations_;
    inner.end_value_ = Value::integer(end);
    bool const good = inner.run(subscript);
    iterations_ = inner.iterations_;
    if (!good) return {Value(), inner.error_, inner.error_at_};
    return {inner.value_of(subscript), EvaluateError::none, ExprId()};
}

Evaluation Evaluator::evaluate_subscript(ExprId expr, std::int64_t end) {
    if (!needs_end(expr)) return evaluate(expr);
    bindings_.clear();
    nesting_ = 0;
    iterations_ = 0;
    return evaluate_with_end(expr, end);
}

}  // namespace moo
