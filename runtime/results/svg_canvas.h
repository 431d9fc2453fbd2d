// A plot as SVG text.
#pragma once

#include <string>

#include "runtime/results/canvas.h"

namespace moo::runtime {

// It contains colours for light and for dark screens, and uses those that its viewer prefers.
class SvgCanvas final : public Canvas {
public:
    SvgCanvas(double width, double height);

    void line(CanvasPoint from, CanvasPoint to, LineStyle style) override;
    void frame(CanvasPoint corner, double width, double height) override;
    void curve(std::span<CanvasPoint const> points, std::size_t colour) override;
    void text(CanvasPoint place, TextAnchor anchor, TextStyle style, std::string_view content) override;

    // The whole file; nothing can be drawn afterwards.
    [[nodiscard]] std::string finish();

private:
    std::string svg_;
};

}  // namespace moo::runtime
