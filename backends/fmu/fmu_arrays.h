// Arrays of a document, for FMI 3.0.
#pragma once

#include <vector>

#include "moo/model/document.h"

namespace moo {

// Those that the document lists. If it lists none, runs of variables whose names are the elements of an array, all of
// them and row by row: `x[1,1]`, `x[1,2]`, …
[[nodiscard]] std::vector<std::pair<std::string, ArrayInfo>> find_arrays(Document const& document,
                                                                         Interner const& interner);

}  // namespace moo
