// Line plots as SVG.
#pragma once

#include <string>

#include "runtime/abi/model.h"
#include "runtime/results/series.h"

namespace moo::runtime {

// Draws what was collected: one panel for each unit among the numbers, with at most six curves, and below
// them the Booleans as lanes of a timing diagram. All share the time axis.
[[nodiscard]] std::string draw_svg(MooModel const& model, SeriesCollector const& collected, double start, double stop);

// The variables to draw if the user names none: states first, then what else changes over time.
[[nodiscard]] std::vector<std::uint32_t> plot_candidates(MooModel const& model);

}  // namespace moo::runtime
