// Operators of the syntax as kinds of expressions.
#pragma once

#include "moo/expr/kind.h"
#include "moo/syntax/ast.h"

namespace moo {

// Of an operator that stands in a chain: `+`, `.*`, `<`, `and`.
[[nodiscard]] ExprKind binary_kind(ast::Operator op);

}  // namespace moo
