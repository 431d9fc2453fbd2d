// Draws icons.
#pragma once

#include <functional>
#include <string_view>

#include "backends/icon/drawing.h"
#include "moo/model/icon.h"

namespace moo {

// Gives the width of a text in a font of size 1.
using MeasureText = std::function<double(std::string_view, Font const&)>;

// Adds the shapes of the icon to the drawing. `place` maps the coordinates of the icon to those of the drawing, where y
// points down and `mm` units are a millimetre. Sizes in millimetres are not changed by `place`. Texts remain readable:
// they are neither mirrored nor upside down. Returns what is wrong with images that are left out.
class IconDrawer {
public:
    IconDrawer(Drawing& drawing, MeasureText const& measure, double mm)
        : drawing_(drawing), measure_(measure), mm_(mm) {}

    void draw(Icon const& icon, Affine const& place);

    [[nodiscard]] std::vector<std::string> const& problems() const { return problems_; }
    // The bounding box of everything drawn, ignoring the width of lines.
    [[nodiscard]] DrawBox const& box() const { return box_; }
    void include(DrawPoint point);

private:
    void draw_line(IconShape const& shape, Affine const& place);
    void draw_outline(IconShape const& shape, DrawPath path, Affine const& place);
    void draw_rectangle(IconShape const& shape, Affine const& place);
    void draw_text(IconShape const& shape, Affine const& place);
    void draw_image(IconShape const& shape, Affine const& place);
    void add_hatching(IconShape const& shape, DrawPath const& outline);
    void add_bevel(IconShape const& shape, DrawPath const& outline);
    DrawItem& add(DrawPath path);
    [[nodiscard]] std::optional<Stroke> stroke_of(IconShape const& shape) const;

    Drawing& drawing_;
    MeasureText const& measure_;
    double mm_;
    DrawBox box_;
    bool is_empty_ = true;
    std::size_t hatching_left_ = 20'000;  // lines
    std::vector<std::string> problems_;
};

}  // namespace moo
