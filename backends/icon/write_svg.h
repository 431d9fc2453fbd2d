// Drawings as SVG.
#pragma once

#include <string>

#include "backends/icon/drawing.h"

namespace moo {

// A whole file. It refers to nothing outside of itself and contains no scripts, whatever the texts say.
[[nodiscard]] std::string write_svg(Drawing const& drawing);

}  // namespace moo
