// Pictures of a model and of its connectors, and the area that each covers.
#pragma once

#include "backends/icon/draw_icon.h"

namespace moo {

// The coordinate system of an icon.
struct IconFrame {
    double x1 = default_extent[0];
    double y1 = default_extent[1];
    double x2 = default_extent[2];
    double y2 = default_extent[3];
    double scale = default_scale;  // mm for a unit
};
[[nodiscard]] IconFrame frame_of(Icon const& icon);

// Whether the connector is visible.
[[nodiscard]] bool is_shown(OutsideConnector const& connector);

struct IconPicture {
    // The area that the drawing shows, in the coordinates of the model's icon, where y points up.
    double x1 = 0.0;
    double y1 = 0.0;
    double x2 = 0.0;
    double y2 = 0.0;
    Drawing drawing;
    std::vector<std::string> problems;  // what was left out, and why
};

// The icon of the model with these connectors on top, which must be visible. The picture covers at least the coordinate
// system.
[[nodiscard]] IconPicture picture_of_model(Icon const& icon, std::vector<OutsideConnector const*> const& connectors,
                                           MeasureText const& measure);
// One connector, rotated and mirrored as in the icon of the model.
[[nodiscard]] IconPicture picture_of_connector(Icon const& model, OutsideConnector const& connector,
                                               MeasureText const& measure);

}  // namespace moo
