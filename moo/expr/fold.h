// The identities that builders apply. All hold exactly, in the arithmetic that is carried out at run time,
// up to the sign of a zero; each keeps the type of the expression.
//
//   x + 0, 0 + x, x - 0, x*1, 1*x, x/1, x^1     x, the elementwise operators likewise
//   0 - x                        -x
//   x + (-y), x - (-y)           x - y, x + y
//   -(-x), not not b             x, b
//   -2, 2 + 3, 2*3, 6/3, 2^3     a literal, if neither rounding nor overflow happens
//   1 < 2, true and b, if true then a else b    the literal or operand
//   {a, b}[2], x[:], x[1][2], fill(a, 3)[1]     b, x, x[1, 2], a
//   R(a, b).f, {r, s}.f          the field, {r.f, s.f}; of an if between records, the if between the fields
//   size(x, 1), size(x), ndims(x)               integers, if the type says them
//
// Not folded: x*0 (x may be infinite), x/x, x - x, and sums of constants that round, such as 0.1 + 0.2. The rest is the
// task of `simplify`.
#pragma once

#include <span>

#include "moo/expr/store.h"

namespace moo {

// The folded expression, or none.
ExprId fold_neg(ExprStore& store, ExprId a);
ExprId fold_not(ExprStore& store, ExprId a);
ExprId fold_binary(ExprStore& store, ExprKind kind, ExprId a, ExprId b);
ExprId fold_subscript(ExprStore& store, ExprId base, std::span<ExprId const> subscripts);
ExprId fold_field(ExprStore& store, ExprId record, Symbol name);
ExprId fold_builtin(ExprStore& store, Builtin builtin, std::span<ExprId const> arguments);
ExprId fold_if(ExprStore& store, ExprId condition, ExprId then_value, ExprId else_value);

}  // namespace moo
