// Which equations of an unbalanced model are left over, and which unknowns nothing determines.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "moo/base/diagnostics.h"
#include "moo/model/flat_model.h"

namespace moo {

struct Unmatched {
    std::string text;                 // `x`, or `x = 2*y`
    SourceSpan place;                 // in the user's files
    SourceSpan source;                // where it is written, if that is in the user's files too
    std::string level;                // the innermost component that contains what it depends on
    std::vector<std::string> others;  // equations that determine the unknowns of a surplus one
    std::vector<SourceSpan> other_places;
};

struct BalanceFindings {
    std::vector<Unmatched> unknowns;
    std::vector<Unmatched> equations;
};

// Matches the scalar equations of the model with its scalar unknowns. Of the unknowns that might be undetermined, it
// names inputs that are not connected, and then what the user has declared; of the equations that contradict each
// other, those of the user. `is_open_input` says whether a variable, by its name without subscripts, is such an input.
// The model is made scalar on the way. No findings if that is not possible.
[[nodiscard]] BalanceFindings find_unmatched(FlatModel& model, Interner& interner,
                                             std::function<bool(std::string_view name)> const& is_open_input);

}  // namespace moo
