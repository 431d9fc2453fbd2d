// Which operations carry their type in JSON and XML.
#pragma once

#include "moo/expr/store.h"

namespace moo {

// The type of an operation if neither its operator nor a declaration determines it; else none. Operations without a
// type are Real. So whoever reads a document knows the type of every node without inference.
[[nodiscard]] TypeId carried_type(ExprStore const& exprs, ExprId expr);

}  // namespace moo
