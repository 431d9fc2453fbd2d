// The ids of the expression store.
#pragma once

#include "moo/base/id.h"

namespace moo {

using ExprId = Id<struct ExprTag>;
using TypeId = Id<struct TypeTag>;
// A variable of the model to which the expressions belong. The store only knows its number and type; names, variability
// and values come from the caller.
using VarId = Id<struct VarTag>;

}  // namespace moo
