// Single pictures of a model.
#pragma once

#include <string>

#include "backends/show/text_report.h"

namespace moo {

// `incidence`: the equations of a set and their targets in the order of the blocks. `sparsity`: derivatives of the
// states by the states, with the colours of the compression. `dependencies`: the blocks of a set as a graph. `set` is
// the name of a set, such as `Eq`.
[[nodiscard]] TextAnswer write_svg(ShowContext& context, std::string_view picture, std::string_view set);

}  // namespace moo
