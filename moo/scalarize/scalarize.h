// Flat model to flat model of scalars.
#pragma once

#include <cstdint>

#include "moo/base/diagnostics.h"
#include "moo/model/flat_model.h"

namespace moo {

// Models come from anywhere; this is what keeps them from taking all memory.
struct ScalarizeLimits {
    // Scalars that one array may have, and multiplications of one matrix product.
    std::int64_t max_elements = std::int64_t{1} << 24;
    // Scalars that are built for all expressions and equations together.
    std::int64_t max_scalars = std::int64_t{1} << 27;
    // Statements that unrolling the loops of one algorithm may give; a loop that would give more stays.
    std::int64_t max_statements = 100'000;
};

// Replaces the model by one whose variables and equations are scalars; docs/scalarize.md says what that is exactly.
// Takes time and memory in proportion to the result. False after a report, and then the model stays as it was.
bool scalarize(FlatModel& model, Interner& interner, Diagnostics& diagnostics, ScalarizeLimits const& limits = {});

}  // namespace moo
