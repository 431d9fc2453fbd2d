// Drawings as SVG.
#pragma once

#include <string>

#include "backends/icon/drawing.h"

namespace moo {

// A whole file. It refers to nothing outside itself and contains no scripts, whatever texts it contains.
[[nodiscard]] std::string write_svg(Drawing const& drawing);

}  // namespace moo
