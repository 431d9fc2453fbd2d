// Plots as a page for a browser.
#pragma once

#include <string>

#include "runtime/results/draw_plot.h"

namespace moo::runtime {

// How many slices of time a page has for each curve: zooming in shows more than a picture can show.
inline constexpr std::size_t page_buckets = 10'000;

// One HTML file that needs nothing else: curves to zoom in, values under the pointer, marks of events.
[[nodiscard]] std::string draw_page(PlotSource const& source);

// The text of plot_page.html, in which {{title}} and {{data}} are filled in.
extern char const* const plot_page_text;

}  // namespace moo::runtime
