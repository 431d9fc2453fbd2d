// Drawings as PNG files, using cairo.
#pragma once

#include <string>

#include "backends/icon/draw_icon.h"

namespace moo {

// Says what is missing; empty if pictures can be drawn. Call this before anything else in this file.
[[nodiscard]] std::string png_problem();

// Measures texts as cairo draws them on this machine.
[[nodiscard]] MeasureText cairo_measure();

// A PNG file with a transparent background and one pixel for each unit. Empty if cairo cannot make it.
[[nodiscard]] std::string draw_png(Drawing const& drawing);

}  // namespace moo
