// Literal expressions for values, and values brought to a type.
#pragma once

#include "moo/expr/store.h"
#include "moo/expr/value.h"

namespace moo {

// The expression of a value: a literal, an array constructor, or a record value; `type` says which enumeration or
// record it is, and makes Integers Real where it is Real. An array without elements that is not a vector is
// `fill(…, 0, n)`. None if the value does not fit the type or is not complete.
ExprId value_to_expr(ExprStore& store, Value const& value, TypeId type);

// The value with Integers made Real where the type is Real, in arrays and records too. A Value without a value if it
// does not fit the type: another kind, another number of dimensions, another size where the type knows it. Parts
// without a value stay so.
[[nodiscard]] Value convert_value(TypeTable const& types, Value const& value, TypeId type);

}  // namespace moo
