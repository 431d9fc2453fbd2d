// The ids of the expression store.
#pragma once

#include "moo/base/id.h"

namespace moo {

using ExprId = Id<struct ExprTag>;
using TypeId = Id<struct TypeTag>;
// A variable of whatever model the expressions belong to. The store knows nothing about it but its
// number and type; names, variability and values come from the caller.
using VarId = Id<struct VarTag>;

}  // namespace moo
