// The picture of a model: what annotations `Icon` and `Placement` say (Modelica 3.6, section 18.6), with the layers of
// base classes put together and all values worked out. docs/icons.md tells how it travels.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "moo/base/interner.h"

namespace moo {

enum class ShapeKind : std::uint8_t { line, polygon, rectangle, ellipse, text, bitmap };
enum class LinePattern : std::uint8_t { solid, none, dash, dot, dash_dot, dash_dot_dot };
enum class FillPattern : std::uint8_t {
    none,
    solid,
    // Lines in the colour of the border over the colour of the filling.
    horizontal,
    vertical,
    cross,
    forward,
    backward,
    cross_diagonal,
    // From the colour of the border at the edge to that of the filling in the middle.
    horizontal_cylinder,
    vertical_cylinder,
    sphere,
};
enum class BorderPattern : std::uint8_t { none, raised, sunken, engraved };
enum class EllipseClosure : std::uint8_t { chord, radial, none };
enum class ArrowHead : std::uint8_t { none, open, filled, half };
enum class TextAlignment : std::uint8_t { center, left, right };

using IconColor = std::vector<std::uint8_t>;  // {red, green, blue}; none is black

// One of the primitives, in the coordinates of the icon: x to the right, y upwards. What a kind has no use for is
// empty.
struct IconShape {
    ShapeKind kind = ShapeKind::line;
    std::vector<double> points;  // {x, y, x, y, …} relative to the origin; two opposite corners of what has an extent
    std::vector<double> origin;  // {x, y}; none is {0, 0}
    double rotation = 0.0;       // degrees, counter-clockwise around the origin
    IconColor line_color;        // of a text that of its letters
    IconColor fill_color;
    LinePattern line_pattern = LinePattern::solid;
    FillPattern fill_pattern = FillPattern::none;
    std::optional<double> thickness;  // mm; none is 0.25
    bool is_smooth = false;           // the points are the control points of a spline
    ArrowHead start_arrow = ArrowHead::none;
    ArrowHead end_arrow = ArrowHead::none;
    std::optional<double> arrow_size;  // mm; none is 3
    BorderPattern border = BorderPattern::none;
    double radius = 0.0;              // of the corners of a rectangle
    double start_angle = 0.0;         // degrees, of the arc of an ellipse
    std::optional<double> end_angle;  // none is 360
    EllipseClosure closure = EllipseClosure::chord;
    std::string text;        // macros are replaced
    double font_size = 0.0;  // points; 0 fits the text into its extent
    std::string font;
    bool is_bold = false;
    bool is_italic = false;
    bool is_underlined = false;
    TextAlignment alignment = TextAlignment::center;
    std::string file;   // of a bitmap: an absolute path, or
    std::string image;  // the file itself in base64
};

struct Icon {
    std::vector<double> extent;   // {x1, y1, x2, y2} of the coordinate system; none is `default_extent`
    std::optional<double> scale;  // mm of the picture in its natural size for one unit; none is 0.1
    std::vector<IconShape> shapes;
};

// A connector on the outside of the model, or one inside another.
struct OutsideConnector {
    Symbol name;        // `a.b`; an array of connectors is one, without subscripts
    Symbol class_name;  // `Modelica.Blocks.Interfaces.RealInput`
    Symbol description;
    bool is_expandable = false;
    // Where its icon is in that of the model: the coordinate system of its icon becomes `extent`, is rotated by
    // `rotation` degrees counter-clockwise around {0, 0}, and moved by `origin`. Without extent it is not shown.
    std::vector<double> extent;
    double rotation = 0.0;
    std::vector<double> origin;
    std::optional<Icon> icon;
};

inline constexpr std::array<double, 4> default_extent{-100.0, -100.0, 100.0, 100.0};
inline constexpr double default_scale = 0.1;
inline constexpr double default_thickness = 0.25;
inline constexpr double default_arrow_size = 3.0;

// Nobody draws icons beyond these; they bound what a picture costs.
inline constexpr double largest_coordinate = 1e6;
inline constexpr double smallest_side = 1e-3;
inline constexpr std::size_t most_shapes = 2'000;
inline constexpr std::size_t most_bitmaps = 10;
inline constexpr std::size_t most_numbers = 100'000;  // of all points together

// What is wrong with the icon or with the place of a connector, in words; empty if nothing is.
[[nodiscard]] std::string find_mistake(IconShape const& shape);
[[nodiscard]] std::string find_mistake(Icon const& icon);
[[nodiscard]] std::string find_mistake(OutsideConnector const& connector);

}  // namespace moo
