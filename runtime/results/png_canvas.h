// A plot as pixels.
#pragma once

#include <memory>
#include <string>

#include "runtime/results/canvas.h"

namespace moo::runtime {

// Draws with cairo, which is loaded when the first picture asks for it: simulators start faster without it and run
// where it is not installed. Two pixels of the picture for each of the coordinates.
class PngCanvas final : public Canvas {
public:
    PngCanvas(double width, double height);
    ~PngCanvas() override;
    PngCanvas(PngCanvas const&) = delete;
    PngCanvas& operator=(PngCanvas const&) = delete;

    // What is missing; empty if pictures can be drawn.
    [[nodiscard]] static std::string problem();

    void line(CanvasPoint from, CanvasPoint to, LineStyle style) override;
    void frame(CanvasPoint corner, double width, double height) override;
    void curve(std::span<CanvasPoint const> points, std::size_t colour) override;
    void text(CanvasPoint place, TextAnchor anchor, TextStyle style, std::string_view content) override;

    // The file; empty if cairo cannot make one, as of a picture that is too large.
    [[nodiscard]] std::string finish();

private:
    void set_colour(std::uint32_t rgb);
    void set_font(TextStyle style);

    void* surface_ = nullptr;
    void* context_ = nullptr;
};

}  // namespace moo::runtime
