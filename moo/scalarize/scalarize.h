// From a flat model to a flat model of scalars.
#pragma once

#include <cstdint>

#include "moo/base/diagnostics.h"
#include "moo/model/flat_model.h"

namespace moo {

// Models can come from anyone; these limits keep them from using all memory.
struct ScalarizeLimits {
    // The number of scalars in one array, and of multiplications in one matrix product.
    std::int64_t max_elements = std::int64_t{1} << 24;
    // The number of scalars that are built for all expressions and equations together.
    std::int64_t max_scalars = std::int64_t{1} << 25;
    // The number of statements that unrolling the loops of one algorithm may give; a loop that would give more stays.
    std::int64_t max_statements = 100'000;
};

// Replaces the model by one whose variables and equations are scalars; docs/scalarize.md says what that is exactly.
// Takes time and memory in proportion to the result. False after a report; then the model is not changed.
bool scalarize(FlatModel& model, Interner& interner, Diagnostics& diagnostics, ScalarizeLimits const& limits = {});

}  // namespace moo
