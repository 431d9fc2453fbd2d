#include "moo/model/icon.h"

#include <algorithm>
#include <cmath>

namespace moo {

namespace {

// False for what is no number.
bool is_small(double value) { return std::abs(value) <= largest_coordinate; }

bool are_small(std::vector<double> const& values) { return std::all_of(values.begin(), values.end(), is_small); }

bool is_color(IconColor const& color) { return color.empty() || color.size() == 3; }

bool is_size(std::optional<double> const& size) { return !size || (*size >= 0.0 && is_small(*size)); }

bool has_extent(ShapeKind kind) { return kind != ShapeKind::line && kind != ShapeKind::polygon; }

}  // namespace

std::string find_mistake(IconShape const& shape) {
    if (shape.points.size() % 2 != 0 || shape.points.empty()) return "the points are not pairs of numbers";
    if (has_extent(shape.kind) && shape.points.size() != 4) return "the extent has not two corners";
    if (!shape.origin.empty() && shape.origin.size() != 2) return "the origin is not a pair of numbers";
    if (!are_small(shape.points) || !are_small(shape.origin)) return "a coordinate is too large";
    if (!is_small(shape.rotation)) return "the rotation is too large";
    if (!is_color(shape.line_color) || !is_color(shape.fill_color)) return "a colour is not three numbers";
    if (!is_size(shape.thickness)) return "the thickness is negative or too large";
    if (!is_size(shape.arrow_size)) return "the size of the arrow is negative or too large";
    if (!is_size(shape.radius)) return "the radius is negative or too large";
    if (!is_small(shape.start_angle) || !is_small(shape.end_angle.value_or(0.0))) return "an angle is too large";
    if (!is_size(shape.font_size)) return "the size of the font is negative or too large";
    return {};
}

std::string find_mistake(Icon const& icon) {
    if (!icon.extent.empty()) {
        if (icon.extent.size() != 4 || !are_small(icon.extent)) return "the extent is not four numbers";
        bool const has_area =
            icon.extent[2] - icon.extent[0] >= smallest_side && icon.extent[3] - icon.extent[1] >= smallest_side;
        if (!has_area) return "the extent has no area, or its first corner is not the lower left one";
    }
    if (icon.scale && !(*icon.scale >= 1e-6 && *icon.scale <= 1e6)) return "the scale is too small or too large";
    if (icon.shapes.size() > most_shapes) return "there are too many shapes";
    std::size_t numbers = 0;
    std::size_t bitmaps = 0;
    for (IconShape const& shape : icon.shapes) {
        numbers += shape.points.size();
        if (shape.kind == ShapeKind::bitmap) ++bitmaps;
    }
    if (numbers > most_numbers) return "there are too many points";
    if (bitmaps > most_bitmaps) return "there are too many bitmaps";
    for (std::size_t i = 0; i < icon.shapes.size(); ++i) {
        std::string const mistake = find_mistake(icon.shapes[i]);
        if (!mistake.empty()) return "shape " + std::to_string(i + 1) + ": " + mistake;
    }
    return {};
}

std::string find_mistake(OutsideConnector const& connector) {
    if (!connector.extent.empty() && (connector.extent.size() != 4 || !are_small(connector.extent))) {
        return "the extent is not four numbers";
    }
    if (!connector.origin.empty() && (connector.origin.size() != 2 || !are_small(connector.origin))) {
        return "the origin is not a pair of numbers";
    }
    if (!is_small(connector.rotation)) return "the rotation is too large";
    return connector.icon ? find_mistake(*connector.icon) : std::string();
}

}  // namespace moo
