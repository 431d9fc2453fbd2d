// The value of a node whose operands have values.
#include <utility>

#include "moo/expr/evaluate.h"
#include "moo/expr/evaluate_rules.h"
#include "moo/expr/value_expr.h"

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

// Index from 1 of a subscript that is one element; 0 if it is not.
std::int64_t index_of(Value const& subscript) {
    if (subscript.kind() == ValueKind::integer || subscript.kind() == ValueKind::enumeration) {
        return subscript.as_integer();
    }
    if (subscript.kind() == ValueKind::boolean) return subscript.as_boolean() ? 2 : 1;
    return 0;
}

}  // namespace

std::vector<Value> Evaluator::operand_values(ExprId id) const {
    Operands const operands = store_.operands(id);
    std::vector<Value> values;
    values.reserve(operands.size());
    for (ExprId const operand : operands) values.push_back(value_of(operand));
    return values;
}

bool Evaluator::compute(ExprId id) {
    ExprKind const kind = store_.kind(id);
    if (is_binary(kind)) {
        Operands const operands = store_.operands(id);
        return finish_or_fail(
            id, evaluate_binary(kind, value_of(operands[0]), value_of(operands[1]), limits_, hooks_.strings));
    }
    if (kind == ExprKind::subscript) return compute_subscript(id);
    if (kind == ExprKind::field) return compute_field(id);
    if (kind == ExprKind::output) return compute_output(id);
    if (kind == ExprKind::call) return compute_call(id);
    if (kind == ExprKind::builtin) return compute_builtin(id);
    if (kind == ExprKind::reduction) return compute_reduction(id);
    if (kind == ExprKind::neg) return finish_or_fail(id, evaluate_neg(value_of(store_.operand(id, 0))));
    if (kind == ExprKind::logical_not) return finish_or_fail(id, evaluate_not(value_of(store_.operand(id, 0))));
    return compute_list(id);
}

bool Evaluator::compute_list(ExprId id) {
    ExprKind const kind = store_.kind(id);
    std::vector<Value> values = operand_values(id);
    if (kind == ExprKind::range) {
        Value const step = values.size() == 3 ? values[1] : Value::integer(1);
        return finish_or_fail(id, evaluate_range(values[0], step, values.back(), limits_));
    }
    if (kind == ExprKind::array) return finish_or_fail(id, stack_values(values, limits_));
    if (kind == ExprKind::matrix_row || kind == ExprKind::matrix) {
        return finish_or_fail(id, matrix_rows(kind == ExprKind::matrix ? 0 : 1, std::move(values), limits_));
    }
    return fail(EvaluateError::unsupported, id);
}

// One element of an array, which is what most subscripts are.
bool Evaluator::compute_element(ExprId id, bool& done) {
    Operands const operands = store_.operands(id);
    Value const& base = value_of(operands[0]);
    std::vector<std::int64_t> const& dims = base.dims();
    if (operands.size() != dims.size() + 1) return true;
    std::int64_t offset = 0;
    for (std::size_t i = 1; i < operands.size(); ++i) {
        if (!is_done(operands[i])) return true;
        std::int64_t const index = index_of(value_of(operands[i]));
        if (index < 1 || index > dims[i - 1]) return true;
        offset = offset * dims[i - 1] + index - 1;
    }
    done = true;
    Value const& element = base.elements()[static_cast<std::size_t>(offset)];
    if (!element.has_value()) return fail(EvaluateError::unknown_value, id);
    return finish(id, element);
}

bool Evaluator::compute_subscript(ExprId id) {
    Operands const operands = store_.operands(id);
    if (!value_of(operands[0]).is_array()) return fail(EvaluateError::type_mismatch, id);
    bool done = false;
    if (!compute_element(id, done)) return false;
    if (done) return true;
    // A copy: what is evaluated below may move the table.
    Value const base = value_of(operands[0]);
    std::vector<Value> subscripts;
    for (std::size_t i = 1; i < operands.size(); ++i) {
        if (store_.kind(operands[i]) == ExprKind::whole) {
            subscripts.emplace_back();
        } else if (!needs_end(operands[i])) {
            subscripts.push_back(value_of(operands[i]));
        } else {
            if (i > base.dims().size()) return fail(EvaluateError::type_mismatch, id);
            Evaluation result = evaluate_with_end(operands[i], base.dims()[i - 1]);
            if (!result.has_value()) return fail(result.error, result.where);
            subscripts.push_back(std::move(result.value));
        }
    }
    OpResult result = evaluate_subscripts(base, subscripts, limits_);
    if (result.error == EvaluateError::none && !result.value.has_value()) result = EvaluateError::unknown_value;
    return finish_or_fail(id, std::move(result));
}

bool Evaluator::compute_field(ExprId id) {
    Value const& base = value_of(store_.operand(id, 0));
    TypeTable const& types = store_.types();
    TypeId const record = types.element(store_.type(store_.operand(id, 0)));
    if (types.kind(record) != TypeKind::record) return fail(EvaluateError::unsupported, id);
    auto const index = types.field_index(record, store_.symbol(id));
    if (!index) return fail(EvaluateError::type_mismatch, id);
    auto const field_of = [&](Value const& value) {
        return value.is_record() && *index < value.fields().size() ? value.fields()[*index] : Value();
    };
    if (!base.is_array()) {
        Value field = field_of(base);
        if (!field.has_value()) return fail(EvaluateError::unknown_value, id);
        return finish(id, std::move(field));
    }
    std::vector<Value> fields;
    for (Value const& element : base.elements()) {
        fields.push_back(field_of(element));
        if (!fields.back().has_value()) return fail(EvaluateError::unknown_value, id);
    }
    return finish_array(id, base.dims(), fields);
}

// The value of a call with several results has them as its fields.
bool Evaluator::compute_output(ExprId id) {
    Value const& results = value_of(store_.operand(id, 0));
    std::size_t const index = store_.output_number(id) - 1;
    if (!results.is_record() || index >= results.fields().size()) return fail(EvaluateError::type_mismatch, id);
    Value result = results.fields()[index];
    return result.has_value() ? finish(id, std::move(result)) : fail(EvaluateError::unknown_value, id);
}

bool Evaluator::compute_call(ExprId id) {
    std::vector<Value> values = operand_values(id);
    if (store_.is_record(id)) {
        Value record = convert_value(store_.types(), Value::record(std::move(values)), store_.type(id));
        return record.has_value() ? finish(id, std::move(record)) : fail(EvaluateError::type_mismatch, id);
    }
    Evaluation result = hooks_.call(id, values);
    if (!result.has_value()) return fail(result.error, result.where ? result.where : id);
    return finish(id, std::move(result.value));
}

bool Evaluator::compute_builtin(ExprId id) {
    std::vector<Value> const values = operand_values(id);
    Builtin const builtin = store_.builtin_of(id);
    OpResult result(EvaluateError::unsupported);
    if (builtin == Builtin::to_string) {
        TypeId const type = store_.types().element(store_.type(store_.operand(id, 0)));
        if (hooks_.strings != nullptr) {
            result = string_of(values[0], std::span<Value const>(values).subspan(1), store_.types().literals(type),
                               *hooks_.strings);
        }
    } else {
        result = evaluate_builtin(builtin, values, limits_);
    }
    if (result.error == EvaluateError::unsupported && ask(id)) return true;
    return finish_or_fail(id, std::move(result));
}

}  // namespace moo
