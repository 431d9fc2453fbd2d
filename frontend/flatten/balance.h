// Whether a flat model has as many equations as unknowns (Modelica 3.6, section 4.8).
#pragma once

#include "moo/base/diagnostics.h"
#include "moo/model/flat_model.h"

namespace moo {

struct Balance {
    std::int64_t unknowns = 0;
    std::int64_t equations = 0;
};

// Scalars: arrays count by their elements, an algorithm by the variables that it assigns.
[[nodiscard]] Balance count_balance(FlatModel const& model);

// Reports a model that is not balanced, with the counts of its components.
void check_balance(FlatModel const& model, Interner const& interner, SourceSpan span, Diagnostics& diagnostics);

}  // namespace moo
