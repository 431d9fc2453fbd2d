#include "moo/expr/evaluate.h"

#include <limits>
#include <utility>

#include "moo/expr/evaluate_rules.h"

namespace moo {

namespace {

// Elements of `[a, b; c, d]` side by side or its rows below each other, each taken as a matrix.
OpResult matrix_rows(std::size_t axis, std::vector<Value> values, EvaluateLimits const& limits) {
    for (Value& value : values) {
        if (value.is_array() && value.dims().size() > 2) return EvaluateError::type_mismatch;
        value = promote(value, 2);
    }
    return concatenate(axis, values, limits);
}

}  // namespace

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
    }
    return {};
}

double Evaluation::as_real() const {
    if (!has_value() || !value.is_number()) return std::numeric_limits<double>::quiet_NaN();
    return value.as_real();
}

Evaluator::Evaluator(ExprStore const& store, ValueSource values, EvaluateLimits limits)
    : store_(store), values_(std::move(values)), limits_(limits) {}

Evaluation Evaluator::evaluate(ExprId expr) {
    iterator_stamp_ = base_stamp_;
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
    memo_[id] = {stamp_for(id), std::move(value)};
    return true;
}

bool Evaluator::fail(EvaluateError error, ExprId where) {
    error_ = error;
    error_at_ = where;
    return false;
}

bool Evaluator::ask(ExprId id) {
    Value value = values_(store_, id);
    return value.has_value() && finish(id, std::move(value));
}

bool Evaluator::ask_or_fail(ExprId id, EvaluateError error) { return ask(id) || fail(error, id); }

bool Evaluator::run(ExprId root) {
    std::vector<ExprId> tasks{root};
    while (!tasks.empty()) {
        ExprId const id = tasks.back();
        if (is_done(id)) {
            tasks.pop_back();
        } else if (!step(tasks, id)) {
            return false;
        }
    }
    return true;
}

// Finishes the node, or pushes what it waits for.
bool Evaluator::step(std::vector<ExprId>& tasks, ExprId id) {
    switch (store_.kind(id)) {
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
        case ExprKind::der:
        case ExprKind::pre:
        case ExprKind::call: return step_leaf(id);
        case ExprKind::if_else: return step_if(tasks, id);
        case ExprKind::logical_and:
        case ExprKind::logical_or: return step_logic(tasks, id);
        case ExprKind::subscript:
        case ExprKind::field:
            if (store_.is_reference(id) && ask(id)) return true;
            return step_operands(tasks, id);
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
        case ExprKind::reduction: return step_operands(tasks, id);
    }
    return false;
}

bool Evaluator::step_leaf(ExprId id) {
    ExprKind const kind = store_.kind(id);
    if (kind == ExprKind::real) return finish(id, Value::real(store_.real_value(id)));
    if (kind == ExprKind::integer) return finish(id, Value::integer(store_.integer_value(id)));
    if (kind == ExprKind::boolean) return finish(id, Value::boolean(store_.boolean_value(id)));
    if (kind == ExprKind::string) return finish(id, Value::string(store_.symbol(id)));
    if (kind == ExprKind::enumeration) return finish(id, Value::enumeration(store_.enumeration_ordinal(id)));
    if (kind == ExprKind::end || kind == ExprKind::whole) return fail(EvaluateError::unsupported, id);
    if (kind == ExprKind::iterator) {
        for (auto binding = bindings_.rbegin(); binding != bindings_.rend(); ++binding) {
            if (binding->name == store_.symbol(id)) return finish(id, binding->value);
        }
    }
    return ask_or_fail(id, EvaluateError::unknown_value);
}

// Only the branch that is taken needs a value.
bool Evaluator::step_if(std::vector<ExprId>& tasks, ExprId id) {
    Operands const operands = store_.operands(id);
    ExprId const condition = operands[0];
    if (!is_done(condition)) {
        tasks.push_back(condition);
        return true;
    }
    if (value_of(condition).kind() != ValueKind::boolean) return fail(EvaluateError::type_mismatch, condition);
    ExprId const branch = value_of(condition).as_boolean() ? operands[1] : operands[2];
    if (is_done(branch)) return finish(id, value_of(branch));
    tasks.push_back(branch);
    return true;
}

// The right operand needs a value only if the left one does not decide.
bool Evaluator::step_logic(std::vector<ExprId>& tasks, ExprId id) {
    Operands const operands = store_.operands(id);
    bool const deciding = store_.kind(id) == ExprKind::logical_or;
    for (ExprId const operand : operands) {
        if (!is_done(operand)) {
            tasks.push_back(operand);
            return true;
        }
        Value const& value = value_of(operand);
        if (value.kind() == ValueKind::boolean && value.as_boolean() == deciding) return finish(id, value);
    }
    return compute(id);
}

bool Evaluator::step_operands(std::vector<ExprId>& tasks, ExprId id) {
    ExprKind const kind = store_.kind(id);
    Operands const operands = store_.operands(id);
    // The body of a reduction is evaluated once for each iteration, not here.
    std::size_t const first = kind == ExprKind::reduction ? 1 : 0;
    bool waits = false;
    for (std::size_t i = operands.size(); i-- > first;) {
        ExprKind const operand_kind = store_.kind(operands[i]);
        bool const is_context =
            kind == ExprKind::subscript && (operand_kind == ExprKind::whole || operand_kind == ExprKind::end);
        if (is_context || is_done(operands[i])) continue;
        tasks.push_back(operands[i]);
        waits = true;
    }
    if (waits) return true;
    return kind == ExprKind::reduction ? compute_reduction(id) : compute(id);
}

// The value of a node whose operands have values.
bool Evaluator::compute(ExprId id) {
    ExprKind const kind = store_.kind(id);
    Operands const operands = store_.operands(id);
    std::vector<Value> values;
    for (std::size_t i = 0; i < operands.size(); ++i) {
        ExprKind const operand_kind = store_.kind(operands[i]);
        if (operand_kind == ExprKind::whole) {
            values.emplace_back();
        } else if (operand_kind == ExprKind::end && values.size() >= 1 && values[0].is_array() &&
                   i <= values[0].dims().size()) {
            values.push_back(Value::integer(values[0].dims()[i - 1]));
        } else {
            values.push_back(value_of(operands[i]));
        }
    }
    OpResult result(EvaluateError::unsupported);
    if (kind == ExprKind::neg) {
        result = evaluate_neg(values[0]);
    } else if (kind == ExprKind::logical_not) {
        result = evaluate_not(values[0]);
    } else if (is_binary(kind)) {
        result = evaluate_binary(kind, values[0], values[1], limits_);
    } else if (kind == ExprKind::range) {
        Value const step = values.size() == 3 ? values[1] : Value::integer(1);
        result = evaluate_range(values[0], step, values.back(), limits_);
    } else if (kind == ExprKind::array) {
        result = stack_values(values, limits_);
    } else if (kind == ExprKind::matrix_row || kind == ExprKind::matrix) {
        result = matrix_rows(kind == ExprKind::matrix ? 0 : 1, std::move(values), limits_);
    } else if (kind == ExprKind::subscript) {
        result = values[0].is_array()
                     ? evaluate_subscripts(values[0], std::span<Value const>(values).subspan(1), limits_)
                     : OpResult(EvaluateError::type_mismatch);
    } else if (kind == ExprKind::builtin) {
        result = evaluate_builtin(store_.builtin_of(id), values, limits_);
        if (result.error == EvaluateError::unsupported && ask(id)) return true;
    }
    if (result.error != EvaluateError::none) return fail(result.error, id);
    return finish(id, std::move(result.value));
}

// Runs through all combinations of the iterators; the first iterator changes fastest.
bool Evaluator::compute_reduction(ExprId id) {
    std::size_t const depth = store_.iterator_count(id);
    std::vector<std::vector<Value>> ranges;
    std::vector<std::int64_t> counts;
    std::int64_t total = 1;
    for (std::size_t i = 0; i < depth; ++i) {
        Value const& range = value_of(store_.iterator_at(id, i).range);
        if (!range.is_array() || range.dims().size() != 1) return fail(EvaluateError::type_mismatch, id);
        ranges.push_back(range.elements());
        counts.push_back(range.dims()[0]);
        if (__builtin_mul_overflow(total, counts.back(), &total)) return fail(EvaluateError::too_large, id);
    }
    if (total > limits_.max_elements - iterations_ || nesting_ >= limits_.max_nesting) {
        return fail(EvaluateError::too_large, id);
    }
    iterations_ += total;
    ++nesting_;
    std::uint64_t const outer_stamp = iterator_stamp_;
    std::size_t const outer_bindings = bindings_.size();
    for (std::size_t i = 0; i < depth; ++i) bindings_.push_back({store_.iterator_at(id, i).name, Value()});
    std::vector<Value> results;
    ExprId const body = store_.operand(id, 0);
    for (std::int64_t step = 0; step < total; ++step) {
        std::int64_t rest = step;
        for (std::size_t i = 0; i < depth; ++i) {
            bindings_[outer_bindings + i].value = ranges[i][static_cast<std::size_t>(rest % counts[i])];
            rest /= counts[i];
        }
        iterator_stamp_ = ++last_stamp_;
        if (!run(body)) return false;
        results.push_back(value_of(body));
    }
    bindings_.resize(outer_bindings);
    iterator_stamp_ = outer_stamp;
    --nesting_;
    return fold_reduction(id, counts, std::move(results));
}

bool Evaluator::fold_reduction(ExprId id, std::vector<std::int64_t> const& counts, std::vector<Value> results) {
    Reduction const reduction = store_.reduction_of(id);
    OpResult result(EvaluateError::undefined);
    if (reduction == Reduction::array) {
        result = stack_values(results, limits_);
        if (result.error != EvaluateError::none) return fail(result.error, id);
        std::vector<std::int64_t> dims(counts.rbegin(), counts.rend());
        std::vector<std::int64_t> const& stacked = result.value.dims();
        dims.insert(dims.end(), stacked.begin() + 1, stacked.end());
        return finish(id, Value::array(std::move(dims), result.value.elements()));
    }
    if (reduction == Reduction::sum) result = Value::integer(0);
    if (reduction == Reduction::product) result = Value::integer(1);
    for (std::size_t i = 0; i < results.size(); ++i) {
        std::array const pair{i == 0 ? results[0] : result.value, results[i]};
        if (reduction == Reduction::min) result = scalar_builtin(Builtin::min, pair);
        if (reduction == Reduction::max) result = scalar_builtin(Builtin::max, pair);
        // The sum of arrays starts with the first of them.
        if (reduction == Reduction::sum) {
            result = i == 0 ? OpResult(results[0]) : evaluate_binary(ExprKind::add, pair[0], pair[1], limits_);
        }
        if (reduction == Reduction::product) {
            result = i == 0 ? OpResult(results[0]) : evaluate_binary(ExprKind::mul, pair[0], pair[1], limits_);
        }
        if (result.error != EvaluateError::none) return fail(result.error, id);
    }
    if (result.error != EvaluateError::none) return fail(result.error, id);
    return finish(id, std::move(result.value));
}

Evaluation evaluate(ExprStore const& store, ExprId expr, ValueSource const& values) {
    return Evaluator(store, values).evaluate(expr);
}

Evaluation evaluate_constant(ExprStore const& store, ExprId expr) {
    return evaluate(store, expr, [](ExprStore const&, ExprId) { return Value(); });
}

ValueSource dense_values(std::vector<Value> const& values) {
    return [&values](ExprStore const& store, ExprId id) {
        if (store.kind(id) != ExprKind::variable) return Value();
        std::size_t const index = store.variable_of(id).index();
        return index < values.size() ? values[index] : Value();
    };
}

}  // namespace moo
