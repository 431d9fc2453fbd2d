// The surface on which a plot is drawn: SVG text or a picture of pixels.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace moo::runtime {

enum class TextStyle { title, subtitle, label, tick };
enum class TextAnchor { start, middle, end };
enum class LineStyle { grid, zero, event };

struct CanvasPoint {
    double x;
    double y;
};

// Coordinates are pixels of a screen with usual resolution, y downwards.
class Canvas {
public:
    virtual ~Canvas() = default;
    virtual void line(CanvasPoint from, CanvasPoint to, LineStyle style) = 0;
    virtual void frame(CanvasPoint corner, double width, double height) = 0;
    // `colour` is an index into `curve_colours`.
    virtual void curve(std::span<CanvasPoint const> points, std::size_t colour) = 0;
    virtual void text(CanvasPoint place, TextAnchor anchor, TextStyle style, std::string_view content) = 0;
};

// Pixels.
[[nodiscard]] constexpr double font_size(TextStyle style) {
    switch (style) {
        case TextStyle::title: return 17.0;
        case TextStyle::subtitle: return 13.0;
        case TextStyle::label: return 13.0;
        case TextStyle::tick: return 12.0;
    }
    return 12.0;
}

// Colours that people with any kind of colour vision can distinguish (after Okabe and Ito), darkened for thin lines on
// white, and lightened for a dark background.
struct CurveColour {
    std::uint32_t on_light;
    std::uint32_t on_dark;
};
inline constexpr std::array<CurveColour, 6> curve_colours{{{0x0067a5, 0x56b4f0},
                                                           {0xd1490c, 0xff8a4c},
                                                           {0x00896b, 0x3fd0a8},
                                                           {0xb5578f, 0xe79ac7},
                                                           {0xc98a00, 0xf2c14e},
                                                           {0x3d3d3d, 0xd0d0d0}}};

}  // namespace moo::runtime
