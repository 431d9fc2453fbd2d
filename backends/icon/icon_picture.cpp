#include "backends/icon/icon_picture.h"

#include <algorithm>

namespace moo {

namespace {

// Pixels: the longer side of a coordinate system, the least for a connector, the most for a whole picture.
constexpr double model_size = 400.0;
constexpr double connector_size = 64.0;
constexpr double largest_size = 800.0;

// Converts between y pointing up and y pointing down.
Affine const flip = Affine::scaled(1.0, -1.0);

Affine placement_of(OutsideConnector const& connector) {
    IconFrame const from = frame_of(*connector.icon);
    std::vector<double> const& to = connector.extent;
    Affine const scale = Affine::scaled((to[2] - to[0]) / (from.x2 - from.x1), (to[3] - to[1]) / (from.y2 - from.y1));
    Affine const in_extent = Affine::moved(to[0], to[1]) * scale * Affine::moved(-from.x1, -from.y1);
    bool const is_moved = connector.origin.size() == 2;
    Affine const move = is_moved ? Affine::moved(connector.origin[0], connector.origin[1]) : Affine();
    return flip * move * Affine::rotated(connector.rotation) * in_extent;
}

// Rounds to whole units, so that lines at the border stay in the picture.
DrawBox rounded(DrawBox box, double unit) {
    return {std::floor(box.left / unit) * unit, std::floor(box.top / unit) * unit, std::ceil(box.right / unit) * unit,
            std::ceil(box.bottom / unit) * unit};
}

// Cuts the box off at `most`: a shape far away would make the rest too small to see.
DrawBox cut(DrawBox const& box, DrawBox const& most) {
    return {std::clamp(box.left, most.left, most.right), std::clamp(box.top, most.top, most.bottom),
            std::clamp(box.right, most.left, most.right), std::clamp(box.bottom, most.top, most.bottom)};
}

void finish(IconPicture& picture, IconDrawer const& drawer, DrawBox const& box, double scale) {
    double const side = std::max(box.right - box.left, box.bottom - box.top);
    fit_drawing(picture.drawing, box, std::min(scale, largest_size / side));
    picture.x1 = box.left;
    picture.x2 = box.right;
    picture.y1 = -box.bottom;
    picture.y2 = -box.top;
    picture.problems = drawer.problems();
}

double longer_side(IconFrame const& frame) { return std::max(frame.x2 - frame.x1, frame.y2 - frame.y1); }

// Adds a margin of half a normal line width, rounded to hundredths of the coordinate system.
DrawBox with_margin(DrawBox box, IconFrame const& frame) {
    double const margin = default_thickness / frame.scale / 2.0;
    double const unit = longer_side(frame) / 100.0;
    return rounded({box.left - margin, box.top - margin, box.right + margin, box.bottom + margin}, unit);
}

}  // namespace

IconFrame frame_of(Icon const& icon) {
    IconFrame frame;
    if (icon.extent.size() == 4) {
        frame.x1 = icon.extent[0];
        frame.y1 = icon.extent[1];
        frame.x2 = icon.extent[2];
        frame.y2 = icon.extent[3];
    }
    frame.scale = icon.scale.value_or(default_scale);
    return frame;
}

bool is_shown(OutsideConnector const& connector) {
    std::vector<double> const& extent = connector.extent;
    bool const has_area = extent.size() == 4 && std::abs(extent[2] - extent[0]) >= smallest_side &&
                          std::abs(extent[3] - extent[1]) >= smallest_side;
    return has_area && connector.icon && !connector.icon->shapes.empty();
}

IconPicture picture_of_model(Icon const& icon, std::vector<OutsideConnector const*> const& connectors,
                             MeasureText const& measure) {
    IconPicture picture;
    IconFrame const frame = frame_of(icon);
    IconDrawer drawer(picture.drawing, measure, 1.0 / frame.scale);
    drawer.include({frame.x1, -frame.y1});
    drawer.include({frame.x2, -frame.y2});
    drawer.draw(icon, flip);
    for (OutsideConnector const* const connector : connectors) drawer.draw(*connector->icon, placement_of(*connector));
    double const width = frame.x2 - frame.x1;
    double const height = frame.y2 - frame.y1;
    DrawBox const most{frame.x1 - width, -frame.y2 - height, frame.x2 + width, -frame.y1 + height};
    finish(picture, drawer, cut(with_margin(drawer.box(), frame), most), model_size / longer_side(frame));
    return picture;
}

IconPicture picture_of_connector(Icon const& model, OutsideConnector const& connector, MeasureText const& measure) {
    IconPicture picture;
    IconFrame const frame = frame_of(model);
    IconFrame const own = frame_of(*connector.icon);
    IconDrawer drawer(picture.drawing, measure, 1.0 / frame.scale);
    Affine const place = placement_of(connector);
    DrawPoint const center = place({(own.x1 + own.x2) / 2.0, (own.y1 + own.y2) / 2.0});
    DrawBox extent{center.x, center.y, center.x, center.y};
    for (double const x : {own.x1, own.x2}) {
        for (double const y : {own.y1, own.y2}) {
            extent.include(place({x, y}));
            drawer.include(place({x, y}));
        }
    }
    drawer.draw(*connector.icon, place);
    double const width = extent.right - extent.left;
    double const height = extent.bottom - extent.top;
    DrawBox const most{extent.left - width, extent.top - height, extent.right + width, extent.bottom + height};
    DrawBox const box = cut(with_margin(drawer.box(), frame), most);
    double const side = std::max(box.right - box.left, box.bottom - box.top);
    finish(picture, drawer, box, std::max(model_size / longer_side(frame), connector_size / side));
    return picture;
}

}  // namespace moo
