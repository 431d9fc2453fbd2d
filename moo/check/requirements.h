// What a back end must be able to do with a document, so that it can refuse before it starts.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "moo/model/document.h"

namespace moo {

struct Feature {
    std::string_view name;
    std::string_view meaning;
};

// All that a document can ask for beyond the paper: scalar equations, sorted blocks, zero crossings, when-clauses.
[[nodiscard]] std::vector<Feature> const& all_features();

// What this one asks for, in the order of `all_features`.
[[nodiscard]] std::vector<std::string> requirements_of(Document const& document);

}  // namespace moo
