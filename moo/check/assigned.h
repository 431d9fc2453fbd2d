// Which variables an algorithm assigns to.
#pragma once

#include <set>

#include "moo/model/flat_model.h"

namespace moo {

// An assignment to a part of a variable assigns the whole variable (Modelica 3.6, section 11.1.2).
[[nodiscard]] std::set<VarId> assigned_variables(ExprStore const& exprs, std::vector<FlatStatement> const& statements);

}  // namespace moo
