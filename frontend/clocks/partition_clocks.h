// Finds the clock of every equation and moves the clocked ones into partitions.
#pragma once

#include "moo/base/diagnostics.h"
#include "moo/model/flat_model.h"

namespace moo {

// Clock inference and partitioning (Modelica 3.6, section 16.7) of a flat model.
//
// Equations and algorithms of clocked partitions leave FlatModel::equations and FlatModel::algorithms for
// FlatModel::partitions, where they are as Base Modelica writes them: clocked when-clauses are opened, sample(u, c)
// is sample(u), the sub-clock operators are noClock(u), interval(u) and firstTick(u) have no argument, and what is
// not a reference below one of the former has become a variable `_clocked1`. Sub-partitions stand in an order in
// which each refers only to earlier ones by noClock. Equations that define clocks are gone, and the variables of
// type Clock are not listed any more.
//
// Reports ClockMismatch, ClockMissing (a warning: the clock is Clock(1.0) then), ClockArgument, and gives false if
// there were errors; then the model is not to be used. A model without clocks stays as it is.
bool partition_clocks(FlatModel& model, Interner& interner, Diagnostics& diagnostics);

}  // namespace moo
