// The operations of evaluation on values, without expressions.
#pragma once

#include <span>
#include <utility>

#include "moo/expr/builtin.h"
#include "moo/expr/evaluate.h"
#include "moo/expr/kind.h"
#include "moo/expr/value.h"

namespace moo {

// A value or the reason why there is none.
struct OpResult {
    OpResult(Value v) : value(std::move(v)) {}
    OpResult(EvaluateError e) : error(e) {}
    Value value;
    EvaluateError error = EvaluateError::none;
};

// evaluate_scalar.cpp; strings only with their texts
OpResult finite(double value);  // undefined if it is not
OpResult scalar_neg(Value const& a);
OpResult scalar_binary(ExprKind kind, Value const& a, Value const& b, Interner* strings = nullptr);
// Functions of scalars; unsupported if it is none of them.
OpResult scalar_builtin(Builtin builtin, std::span<Value const> arguments);

// evaluate_string.cpp: `+` and relations.
OpResult string_binary(ExprKind kind, Symbol a, Symbol b, Interner& strings);
// String(value, options…); `literals` are those of the enumeration.
OpResult string_of(Value const& value, std::span<Value const> options, std::span<Symbol const> literals,
                   Interner& strings);

// evaluate_array.cpp: these accept scalars, too.
OpResult evaluate_neg(Value const& a);
OpResult evaluate_not(Value const& a);
OpResult evaluate_binary(ExprKind kind, Value const& a, Value const& b, EvaluateLimits const& limits,
                         Interner* strings = nullptr);
OpResult evaluate_builtin(Builtin builtin, std::span<Value const> arguments, EvaluateLimits const& limits);
// {a, b, c}, whose elements have one shape.
OpResult stack_values(std::span<Value const> elements, EvaluateLimits const& limits);
// cat(axis, …) with axis from 0. The values have the same number of dimensions.
OpResult concatenate(std::size_t axis, std::span<Value const> values, EvaluateLimits const& limits);
// Adds trailing dimensions of size 1.
Value promote(Value const& value, std::size_t rank);
// A subscript without a value is `:`.
OpResult evaluate_subscripts(Value const& base, std::span<Value const> subscripts, EvaluateLimits const& limits);
// Numbers, and with step 1 enumerations and Booleans.
OpResult evaluate_range(Value const& start, Value const& step, Value const& stop, EvaluateLimits const& limits);

}  // namespace moo
