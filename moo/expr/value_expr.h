// Literal expressions for values, and conversion of values to a type.
#pragma once

#include "moo/expr/store.h"
#include "moo/expr/value.h"

namespace moo {

// The expression of a value: a literal, an array constructor, or a record value; `type` says which enumeration or
// record it is, and turns Integers into Reals where it is Real. An array without elements that is not a vector is
// `fill(…, 0, n)`. None if the value does not fit the type or is not complete.
ExprId value_to_expr(ExprStore& store, Value const& value, TypeId type);

// The value with Integers turned into Reals where the type is Real, including in arrays and records. A Value without a
// value if it does not fit the type: a different kind, a different number of dimensions, or a different size where the
// type has one. Parts without a value remain without one.
[[nodiscard]] Value convert_value(TypeTable const& types, Value const& value, TypeId type);

// The greatest or least value of a scalar type, which is the smallest or largest of no values (Modelica 3.6, section
// 10.3.4.1). Of Integers the last one up to which doubles are exact, because equations compute them as doubles. No value
// for types without an order.
[[nodiscard]] Value extreme_value(TypeTable const& types, TypeId type, bool is_greatest);

}  // namespace moo
