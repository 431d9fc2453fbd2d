// The types of nodes from the types of their operands. Where the operands do not fit together the type is
// unknown: reporting that is the business of the type checker.
#pragma once

#include <span>

#include "moo/expr/store.h"

namespace moo {

TypeId binary_type(TypeTable& types, ExprKind kind, TypeId a, TypeId b);
// The wider of two types with the same shape, or with one of them a scalar: Real if either is.
TypeId widest_type(TypeTable& types, TypeId a, TypeId b);
// Whether a value of the type has a Real in it: a Real, a record with such a field, an array or tuple of these.
[[nodiscard]] bool contains_real(TypeTable const& types, TypeId type);
TypeId builtin_type(ExprStore& store, Builtin builtin, std::span<ExprId const> arguments);
TypeId array_type(ExprStore& store, std::span<ExprId const> elements);
TypeId matrix_row_type(ExprStore& store, std::span<ExprId const> elements);
TypeId matrix_type(ExprStore& store, std::span<ExprId const> rows);
TypeId subscript_type(ExprStore& store, ExprId base, std::span<ExprId const> subscripts);
// That of the field, with the dimensions of an array of records in front; unknown if there is no such field.
TypeId field_type(TypeTable& types, TypeId record, Symbol name);
TypeId range_type(ExprStore& store, ExprId start, ExprId step, ExprId stop);
TypeId reduction_type(ExprStore& store, Reduction reduction, ExprId body, std::span<ReductionIterator const> iterators);

}  // namespace moo
