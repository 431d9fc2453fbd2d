// Clock partitions of Base Modelica.
#pragma once

#include "moo/lower/flat_scope.h"
#include "moo/lower/lower_equation.h"

namespace moo {

// Appends the partition to those of the model. Mistakes are reported, and left out.
void lower_partition(LoweringContext& context, FlatScope& scope, ast::Partition const& partition,
                     LocateSource const& locate, FlatModel& model);

}  // namespace moo
