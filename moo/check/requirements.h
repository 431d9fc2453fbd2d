// The features that a back end needs for a document, so that it can refuse before it starts.
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

// All features that a document can require beyond those of the paper, which are scalar equations, sorted blocks, zero
// crossings and when-clauses.
[[nodiscard]] std::vector<Feature> const& all_features();

// The features that this document requires, in the order of `all_features`.
[[nodiscard]] std::vector<std::string> requirements_of(Document const& document);

}  // namespace moo
