// How many scalars types, variables and equations consist of.
#pragma once

#include <cstdint>
#include <optional>

#include "moo/model/flat_model.h"

namespace moo {

// The number of scalars in a value of this type. Records count as the sum of their fields, tuples as the sum of their
// members, external objects as one. Nullopt if a size is not known.
[[nodiscard]] std::optional<std::int64_t> find_scalar_count(TypeTable const& types, TypeId type);

// The same, except that an unknown size counts as zero.
[[nodiscard]] std::int64_t scalar_count(TypeTable const& types, TypeId type);

// The number of scalar equations in an equation. An if counts as its first branch, because all branches have the same
// size in Base Modelica; a when counts as its first branch, and a for as its body for each value of its range.
// Assertions, reinit, terminate and calls without results count as zero.
[[nodiscard]] std::int64_t equation_size(FlatModel const& model, FlatEquation const& equation);

// Looks for an if whose branches differ in size, where a missing else has size zero. Returns the first such equation,
// or null.
[[nodiscard]] FlatEquation const* find_unbalanced_if(FlatModel const& model, FlatEquation const& equation);

}  // namespace moo
