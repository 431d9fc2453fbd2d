// Derivatives of records. Ours have the type of the record, and their fields without Reals are those of the record.
// A derivative annotation may use a record of its own, with the fields that contain Reals only (Modelica 3.6,
// section 12.7.1).
#pragma once

#include "moo/expr/store.h"

namespace moo {

// Whether `derivative` is the type of derivatives of `type` in a derivative annotation: the same type, or the record
// that is left of it without the fields that have no Reals.
[[nodiscard]] bool is_derivative_type(TypeTable const& types, TypeId type, TypeId derivative);

// A derivative of ours as a value of the type that the annotation uses; none for arrays of records of unknown size.
ExprId to_derivative_type(ExprStore& store, ExprId derivative, TypeId type);
// The other way: the derivative of `original`, whose fields without Reals are taken.
ExprId from_derivative_type(ExprStore& store, ExprId derivative, ExprId original);

}  // namespace moo
