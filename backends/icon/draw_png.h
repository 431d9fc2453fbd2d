// Drawings as PNG files, by cairo.
#pragma once

#include <string>

#include "backends/icon/draw_icon.h"

namespace moo {

// What is missing; empty if pictures can be drawn. Call it before anything else here.
[[nodiscard]] std::string png_problem();

// Texts as cairo draws them on this machine.
[[nodiscard]] MeasureText cairo_measure();

// A file with a transparent background, one pixel for each unit. Empty if cairo cannot make it.
[[nodiscard]] std::string draw_png(Drawing const& drawing);

}  // namespace moo
