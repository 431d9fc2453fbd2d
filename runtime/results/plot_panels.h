// How the curves of a plot are arranged.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "runtime/abi/model.h"
#include "runtime/results/series.h"

namespace moo::runtime {

inline constexpr std::size_t most_curves = 6;  // of a panel
inline constexpr std::size_t most_lanes = 10;
inline constexpr std::size_t most_number_panels = 4;

// Numbers of one unit share a panel and its axis; Booleans are lanes of a timing diagram.
struct PlotPanel {
    bool has_lanes = false;
    std::string unit;
    std::vector<std::size_t> curves;  // indices into the collector
    std::size_t left_out = 0;         // curves for which there is no room
};

[[nodiscard]] std::vector<PlotPanel> arrange_panels(MooModel const& model, SeriesCollector const& collected);

// The variables to draw if the user names none: states first, then others that change over time, as many as fit.
[[nodiscard]] std::vector<std::uint32_t> plot_candidates(MooModel const& model);

}  // namespace moo::runtime
