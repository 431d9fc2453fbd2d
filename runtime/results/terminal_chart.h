// A small chart for a terminal.
#pragma once

#include <string>
#include <string_view>

#include "runtime/results/series.h"

namespace moo::runtime {

// Draws one curve in braille characters, two by four dots each, under `title`; about 15 lines.
[[nodiscard]] std::string draw_terminal_chart(std::string_view title, Series const& series, double start, double stop);

}  // namespace moo::runtime
