// Maps operators of the syntax to kinds of expressions.
#pragma once

#include "moo/expr/kind.h"
#include "moo/syntax/ast.h"

namespace moo {

// For an operator in a chain: `+`, `.*`, `<`, `and`.
[[nodiscard]] ExprKind binary_kind(ast::Operator op);

}  // namespace moo
