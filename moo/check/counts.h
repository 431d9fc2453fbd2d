// How many scalars types, variables and equations stand for.
#pragma once

#include <cstdint>
#include <optional>

#include "moo/model/flat_model.h"

namespace moo {

// The number of scalars in a value of this type: records count by their fields, tuples by their members, external
// objects as one. None if a size is not known.
[[nodiscard]] std::optional<std::int64_t> find_scalar_count(TypeTable const& types, TypeId type);

// As above, where a size that is not known counts as zero.
[[nodiscard]] std::int64_t scalar_count(TypeTable const& types, TypeId type);

// The number of scalar equations that an equation stands for. An if counts as its first branch, which the others
// agree with in Base Modelica; a when as its first branch; a for as its body for each value of its range; assertions,
// reinit, terminate and calls without results as none.
[[nodiscard]] std::int64_t equation_size(FlatModel const& model, FlatEquation const& equation);

// Whether every branch of every if has the size of the first, an if without else being of size zero. The first
// equation that breaks the rule, or null.
[[nodiscard]] FlatEquation const* find_unbalanced_if(FlatModel const& model, FlatEquation const& equation);

}  // namespace moo
