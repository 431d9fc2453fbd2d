// Drawings as SVG.
#pragma once

#include <string>

#include "backends/icon/drawing.h"

namespace moo {

// A whole file. It refers to nothing outside of itself and holds no scripts, whatever the texts in it say.
[[nodiscard]] std::string write_svg(Drawing const& drawing);

}  // namespace moo
