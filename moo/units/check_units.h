// Checks that equations are consistent in their units.
#pragma once

#include "moo/base/diagnostics.h"
#include "moo/model/flat_model.h"

namespace moo {

// Reports warnings: UnitMismatch where the sides of an equation, the terms of a sum, the sides of a relation, the
// branches of an if, … have different dimensions, or an elementary function has an argument with a dimension;
// UnitUnparsable where the `unit` attribute of a variable is not a unit expression.
//
// It should be silent for correct models, so it reports nothing if it does not know a unit. Variables without a unit,
// calls of functions and most numbers may have any unit; small numbers such as 2, 0.5 and multiples of pi count as pure
// numbers in products. Units are not propagated from one equation to another. Only dimensions count: W and kW, K and
// degC, rad and 1 agree. Takes linear time.
void check_units(FlatModel const& model, Interner const& interner, Diagnostics& diagnostics);

}  // namespace moo
