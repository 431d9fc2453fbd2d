// Whether a flat model has as many equations as unknowns (Modelica 3.6, section 4.8).
#pragma once

#include <map>
#include <string>

#include "moo/base/diagnostics.h"
#include "moo/model/flat_model.h"

namespace moo {

struct Balance {
    std::int64_t unknowns = 0;
    std::int64_t equations = 0;
    [[nodiscard]] bool is_even() const { return unknowns == equations; }
};

// Scalars: arrays count by their elements, an algorithm by the variables that it assigns.
[[nodiscard]] Balance count_balance(FlatModel const& model);

// Reports that a model is not balanced, with the counts of its components. `given` says how many equations each
// component gets from the connections around it: one for each flow variable of its connectors, and one for each input.
void report_balance(FlatModel const& model, Balance const& total, std::map<std::string, std::int64_t> const& given,
                    Interner const& interner, SourceSpan span, Diagnostics& diagnostics);

}  // namespace moo
