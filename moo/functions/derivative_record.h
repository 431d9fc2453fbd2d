// Derivatives of records. Our derivatives have the type of the record, and their fields without Reals are those of the
// record. A derivative annotation may use a different record, which only has the fields that contain Reals (Modelica
// 3.6, section 12.7.1).
#pragma once

#include "moo/expr/store.h"

namespace moo {

// Whether `derivative` is the type of derivatives of `type` in a derivative annotation: the same type, or a record with
// only those fields that contain Reals.
[[nodiscard]] bool is_derivative_type(TypeTable const& types, TypeId type, TypeId derivative);

// Converts one of our derivatives to the type that the annotation uses; none for arrays of records of unknown size.
ExprId to_derivative_type(ExprStore& store, ExprId derivative, TypeId type);
// The reverse: the derivative of `original`, whose fields without Reals are used.
ExprId from_derivative_type(ExprStore& store, ExprId derivative, ExprId original);

}  // namespace moo
