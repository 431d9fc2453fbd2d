// Line plots as pictures.
#pragma once

#include <string>

#include "runtime/abi/model.h"
#include "runtime/results/series.h"

namespace moo::runtime {

// Draws the collected series: one panel for each unit among the numbers, with at most six curves, and below them the
// Booleans as lanes of a timing diagram. All share the time axis; events are marked by dotted lines.
struct PlotSource {
    MooModel const& model;
    SeriesCollector const& collected;
    double start;
    double stop;
};

[[nodiscard]] std::string draw_svg(PlotSource const& source);

struct PngResult {
    std::string file;
    std::string error;  // empty: fine
};
[[nodiscard]] PngResult draw_png(PlotSource const& source);

}  // namespace moo::runtime
