// A picture as filled and stroked paths, lines of text and images, which both SVG and cairo support.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "backends/icon/affine.h"

namespace moo {

struct DrawColor {
    std::uint8_t red = 0;
    std::uint8_t green = 0;
    std::uint8_t blue = 0;
    friend bool operator==(DrawColor, DrawColor) = default;
};

struct OutlineStep {
    enum class Kind : std::uint8_t { move, line, curve, close };
    Kind kind = Kind::move;
    // The end point; for a curve, two control points and the end point.
    std::array<DrawPoint, 3> points{};
};
using DrawPath = std::vector<OutlineStep>;

struct Stroke {
    DrawColor color;
    double width = 1.0;
    std::vector<double> dashes;  // lengths of line and gap, alternating
};

// A gradient from one colour in the middle to another at the edge. `place` maps the lines y = -1 and y = 1, or the unit
// circle, into the picture.
struct Gradient {
    bool is_radial = false;
    Affine place;
    DrawColor middle;
    DrawColor edge;
};

enum class DrawAnchor : std::uint8_t { start, middle, end };

struct Font {
    std::string family;  // empty: any font
    bool is_bold = false;
    bool is_italic = false;
};

struct DrawText {
    std::string text;    // UTF-8, one line
    DrawPoint place;     // on the base line
    double size = 1.0;   // of the font
    double angle = 0.0;  // degrees, clockwise because y points down
    DrawAnchor anchor = DrawAnchor::middle;
    Font font;
    bool is_underlined = false;
    DrawColor color;
};

// A PNG file. `place` maps the unit square, where y points down, into the picture.
struct DrawImage {
    std::string png;
    Affine place;
};

// Draws the parts that are set, the filling first.
struct DrawItem {
    DrawPath path;
    std::optional<DrawColor> fill;
    std::optional<Gradient> gradient;
    std::optional<Stroke> stroke;
    DrawPath clip;  // nothing outside of it is visible
    std::optional<DrawText> text;
    std::optional<DrawImage> image;
};

// x points right, y points down.
struct Drawing {
    double width = 0.0;
    double height = 0.0;
    std::vector<DrawItem> items;
};

struct DrawBox {
    double left = 0.0;
    double top = 0.0;
    double right = 0.0;
    double bottom = 0.0;
    void include(DrawPoint point);
};

void map_path(DrawPath& path, Affine const& map);
[[nodiscard]] DrawBox bounds_of(DrawPath const& path);

// Moves the corner of the box to the origin and scales by `scale`; afterwards only the box is visible.
void fit_drawing(Drawing& drawing, DrawBox const& box, double scale);

}  // namespace moo
