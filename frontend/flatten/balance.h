// Whether a flat model has as many equations as unknowns (Modelica 3.6, section 4.8).
#pragma once

#include <functional>
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

// A component of the model as seen from outside.
struct GivenComponent {
    std::int64_t equations = 0;  // from the connections around it: one for each flow variable and each input
    SourceSpan place;            // its class if that is the user's, else its declaration
};

// By the paths of the components.
using GivenComponents = std::map<std::string, GivenComponent>;

// Reports that a model is not balanced. If components are not balanced by themselves, they are to blame; otherwise, it
// names unknowns that nothing determines and equations that are left over. The model is of no use afterwards.
void report_balance(FlatModel& model, Balance const& total, GivenComponents const& given,
                    std::function<bool(std::string_view name)> const& is_open_input, Interner& interner,
                    SourceSpan span, Diagnostics& diagnostics);

}  // namespace moo
