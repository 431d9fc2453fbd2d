#include "moo/expr/evaluate.h"

#include <limits>
#include <utility>

#include "moo/expr/evaluate_rules.h"

namespace moo {

std::string_view evaluate_error_text(EvaluateError error) {
    switch (error) {
        case EvaluateError::none: return "no error";
        case EvaluateError::unknown_value: return "its value is not known";
        case EvaluateError::undefined: return "it is not defined for these values";
        case EvaluateError::overflow: return "an Integer overflows";
        case EvaluateError::type_mismatch: return "its operands do not fit together";
        case EvaluateError::subscript_out_of_range: return "a subscript is out of range";
        case EvaluateError::unsupported: return "it cannot be evaluated before the simulation";
        case EvaluateError::too_large: return "it is too large";
        case EvaluateError::call_failed: return "the function that it calls fails";
    }
    return {};
}

double Evaluation::as_real() const {
    if (!has_value() || !value.is_number()) return std::numeric_limits<double>::quiet_NaN();
    return value.as_real();
}

Evaluator::Evaluator(ExprStore const& store, ValueSource values, EvaluateLimits limits, EvaluateHooks hooks)
    : store_(store), values_(std::move(values)), limits_(limits), hooks_(std::move(hooks)) {}

Evaluation Evaluator::evaluate(ExprId expr) {
    iterator_stamp_ = free_stamp_;
    bindings_.clear();
    nesting_ = 0;
    iterations_ = 0;
    error_ = EvaluateError::none;
    if (!run(expr)) return {Value(), error_, error_at_};
    return {value_of(expr), EvaluateError::none, ExprId()};
}

// An Integer where the expression is a Real becomes one.
bool Evaluator::finish(ExprId id, Value value) {
    if (store_.type(id) == types::real && value.kind() == ValueKind::integer) value = Value::real(value.as_real());
    Entry& entry = memo_[id];
    entry.stamp = stamp_for(id);
    entry.borrowed = nullptr;
    entry.value = std::move(value);
    return true;
}

// Without a copy, because a copy of an array that lives on makes the next write to the array copy it as well.
bool Evaluator::borrow(ExprId id, Value const& value) {
    if (store_.type(id) == types::real && value.kind() == ValueKind::integer) return finish(id, value);
    Entry& entry = memo_[id];
    entry.stamp = stamp_for(id);
    entry.borrowed = &value;
    entry.value = Value();
    return true;
}

bool Evaluator::fail(EvaluateError error, ExprId where) {
    error_ = error;
    error_at_ = where;
    return false;
}

bool Evaluator::finish_or_fail(ExprId id, OpResult result) {
    if (result.error == EvaluateError::none) return finish(id, std::move(result.value));
    // Operands that fit no operation may be arrays with elements that have no value yet.
    if (result.error == EvaluateError::type_mismatch) {
        for (ExprId const operand : store_.operands(id)) {
            if (is_done(operand) && !is_complete(value_of(operand))) return fail(EvaluateError::unknown_value, operand);
        }
    }
    return fail(result.error, id);
}

bool Evaluator::ask(ExprId id) {
    Value value = values_(store_, id);
    return value.has_value() && finish(id, std::move(value));
}

bool Evaluator::ask_or_fail(ExprId id, EvaluateError error) { return ask(id) || fail(error, id); }

// Bodies of reductions run on top of the tasks that wait for the reduction.
bool Evaluator::run(ExprId root) {
    std::size_t const base = tasks_.size();
    tasks_.push_back(root);
    while (tasks_.size() > base) {
        ExprId const id = tasks_.back();
        if (is_done(id)) {
            tasks_.pop_back();
        } else if (!step(id)) {
            tasks_.resize(base);
            return false;
        }
    }
    return true;
}

// Finishes the node, or pushes what it waits for.
bool Evaluator::step(ExprId id) {
    switch (store_.kind(id)) {
        case ExprKind::real:
        case ExprKind::integer:
        case ExprKind::boolean:
        case ExprKind::string:
        case ExprKind::enumeration: return step_literal(id);
        case ExprKind::iterator: return step_iterator(id);
        case ExprKind::variable:
        case ExprKind::time:
        case ExprKind::der:
        case ExprKind::pre: return ask_or_fail(id, EvaluateError::unknown_value);
        case ExprKind::end:
            return end_value_.has_value() ? finish(id, end_value_) : fail(EvaluateError::unsupported, id);
        case ExprKind::whole: return fail(EvaluateError::unsupported, id);
        case ExprKind::call: return step_call(id);
        case ExprKind::if_else: return step_if(id);
        case ExprKind::logical_and:
        case ExprKind::logical_or: return step_logic(id);
        case ExprKind::subscript:
        case ExprKind::field: return step_reference(id);
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
        case ExprKind::less:
        case ExprKind::less_equal:
        case ExprKind::greater:
        case ExprKind::greater_equal:
        case ExprKind::equal:
        case ExprKind::not_equal:
        case ExprKind::range:
        case ExprKind::array:
        case ExprKind::matrix:
        case ExprKind::matrix_row:
        case ExprKind::tuple:
        case ExprKind::builtin:
        case ExprKind::output:
        case ExprKind::reduction: return step_operands(id);
    }
    return false;
}

bool Evaluator::step_literal(ExprId id) {
    ExprKind const kind = store_.kind(id);
    if (kind == ExprKind::real) return finish(id, Value::real(store_.real_value(id)));
    if (kind == ExprKind::integer) return finish(id, Value::integer(store_.integer_value(id)));
    if (kind == ExprKind::boolean) return finish(id, Value::boolean(store_.boolean_value(id)));
    if (kind == ExprKind::string) return finish(id, Value::string(store_.symbol(id)));
    return finish(id, Value::enumeration(store_.enumeration_ordinal(id)));
}

bool Evaluator::step_iterator(ExprId id) {
    Symbol const name = store_.symbol(id);
    for (auto binding = bindings_.rbegin(); binding != bindings_.rend(); ++binding) {
        if (binding->name == name) return finish(id, binding->value);
    }
    if (!hooks_.iterator) return ask_or_fail(id, EvaluateError::unknown_value);
    Value const* const value = hooks_.iterator(name);
    if (value == nullptr || !value->has_value()) return fail(EvaluateError::unknown_value, id);
    return borrow(id, *value);
}

bool Evaluator::step_reference(ExprId id) {
    ExprId root = id;
    while (store_.kind(root) == ExprKind::subscript || store_.kind(root) == ExprKind::field) {
        root = store_.operand(root, 0);
    }
    bool const asks =
        store_.kind(root) == ExprKind::variable || (store_.kind(root) == ExprKind::iterator && !hooks_.iterator);
    if (asks && ask(id)) return true;
    return step_operands(id);
}

bool Evaluator::step_call(ExprId id) {
    if (store_.is_record(id) || hooks_.call) return step_operands(id);
    return ask_or_fail(id, EvaluateError::unknown_value);
}

// Only the branch that is taken needs a value.
bool Evaluator::step_if(ExprId id) {
    Operands const operands = store_.operands(id);
    ExprId const condition = operands[0];
    if (!is_done(condition)) {
        tasks_.push_back(condition);
        return true;
    }
    if (value_of(condition).kind() != ValueKind::boolean) return fail(EvaluateError::type_mismatch, condition);
    ExprId const branch = value_of(condition).as_boolean() ? operands[1] : operands[2];
    if (is_done(branch)) return finish(id, value_of(branch));
    tasks_.push_back(branch);
    return true;
}

// The right operand needs a value only if the left one does not decide.
bool Evaluator::step_logic(ExprId id) {
    Operands const operands = store_.operands(id);
    bool const deciding = store_.kind(id) == ExprKind::logical_or;
    for (ExprId const operand : operands) {
        if (!is_done(operand)) {
            tasks_.push_back(operand);
            return true;
        }
        Value const& value = value_of(operand);
        if (value.kind() == ValueKind::boolean && value.as_boolean() == deciding) return finish(id, value);
    }
    return compute(id);
}

bool Evaluator::step_operands(ExprId id) {
    ExprKind const kind = store_.kind(id);
    Operands const operands = store_.operands(id);
    // The body of a reduction is evaluated once for each iteration, not here.
    std::size_t const first = kind == ExprKind::reduction ? 1 : 0;
    bool waits = false;
    for (std::size_t i = operands.size(); i-- > first;) {
        if (is_done(operands[i])) continue;
        bool const is_context = kind == ExprKind::subscript && i > 0 &&
                                (store_.kind(operands[i]) == ExprKind::whole || needs_end(operands[i]));
        if (is_context) continue;
        tasks_.push_back(operands[i]);
        waits = true;
    }
    return waits || compute(id);
}

Evaluation evaluate(ExprStore const& store, ExprId expr, ValueSource const& values, Interner* strings) {
    EvaluateHooks hooks;
    hooks.strings = strings;
    return Evaluator(store, values, {}, std::move(hooks)).evaluate(expr);
}

Evaluation evaluate_constant(ExprStore const& store, ExprId expr, Interner* strings) {
    return evaluate(
        store, expr, [](ExprStore const&, ExprId) { return Value(); }, strings);
}

ValueSource dense_values(std::vector<Value> const& values) {
    return [&values](ExprStore const& store, ExprId id) {
        if (store.kind(id) != ExprKind::variable) return Value();
        std::size_t const index = store.variable_of(id).index();
        return index < values.size() ? values[index] : Value();
    };
}

}  // namespace moo
