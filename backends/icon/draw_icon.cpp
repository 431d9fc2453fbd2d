#include "backends/icon/draw_icon.h"

#include <algorithm>

#include "backends/icon/bitmap_file.h"
#include "backends/icon/icon_paths.h"

namespace moo {

namespace {

constexpr double thinnest_line = 0.05;  // mm
constexpr double hatching_distance = 0.6;
constexpr double bevel_width = 0.4;
constexpr double point_size = 25.4 / 72.0;  // mm
// For a font of size 1: the height of a line, and how far the base line lies below its middle.
constexpr double line_height = 1.2;
constexpr double base_line = 0.36;
constexpr double most_lines_of_hatching = 1'000.0;  // of one shape

DrawColor color_of(IconColor const& color) {
    return color.size() == 3 ? DrawColor{color[0], color[1], color[2]} : DrawColor{};
}

// Moves a colour towards a grey level by the given share.
DrawColor mixed(DrawColor color, int grey, double share) {
    auto const part = [&](std::uint8_t from) {
        return static_cast<std::uint8_t>(std::lround(from + share * (grey - from)));
    };
    return {part(color.red), part(color.green), part(color.blue)};
}

std::vector<double> dashes_of(LinePattern pattern, double width) {
    double const dash = 4.0 * width;
    double const gap = 2.0 * width;
    switch (pattern) {
        case LinePattern::solid:
        case LinePattern::none: return {};
        case LinePattern::dash: return {dash, gap};
        case LinePattern::dot: return {width, gap};
        case LinePattern::dash_dot: return {dash, gap, width, gap};
        case LinePattern::dash_dot_dot: return {dash, gap, width, gap, width, gap};
    }
    return {};
}

// Only plain names of fonts may appear in a picture.
std::string plain_font(std::string const& name) {
    constexpr std::size_t longest = 60;
    bool const is_plain = std::all_of(name.begin(), name.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == ' ' || c == '-';
    });
    return is_plain && name.size() <= longest ? name : std::string();
}

Affine placed(IconShape const& shape, Affine const& place) {
    bool const has_origin = shape.origin.size() == 2;
    Affine const move = has_origin ? Affine::moved(shape.origin[0], shape.origin[1]) : Affine();
    return place * move * Affine::rotated(shape.rotation);
}

// Maps the unit square or circle to the extent of a shape.
Affine box_of(IconShape const& shape, double factor) {
    DrawBox box{shape.points[0], shape.points[1], shape.points[0], shape.points[1]};
    for (DrawPoint const& point : points_of(shape.points)) box.include(point);
    double const width = (box.right - box.left) / 2.0;
    double const height = (box.bottom - box.top) / 2.0;
    return Affine::moved(box.left + width, box.top + height) * Affine::scaled(factor * width, factor * height);
}

std::optional<Gradient> gradient_of(IconShape const& shape, Affine const& place) {
    Gradient gradient{false, {}, color_of(shape.fill_color), color_of(shape.line_color)};
    switch (shape.fill_pattern) {
        case FillPattern::horizontal_cylinder: gradient.place = place * box_of(shape, 1.0); break;
        case FillPattern::vertical_cylinder: gradient.place = place * box_of(shape, 1.0) * Affine::rotated(90.0); break;
        case FillPattern::sphere:
            // The smallest ellipse around a rectangle goes through its corners.
            gradient.is_radial = true;
            gradient.place = place * box_of(shape, shape.kind == ShapeKind::ellipse ? 1.0 : std::numbers::sqrt2);
            break;
        case FillPattern::none:
        case FillPattern::solid:
        case FillPattern::horizontal:
        case FillPattern::vertical:
        case FillPattern::cross:
        case FillPattern::forward:
        case FillPattern::backward:
        case FillPattern::cross_diagonal: return std::nullopt;
    }
    // A shape without an area has no gradient.
    return gradient.place.determinant() != 0.0 ? std::optional(gradient) : std::nullopt;
}

std::vector<std::string> lines_of(std::string const& text) {
    std::vector<std::string> lines(1);
    for (char const c : text) {
        if (c == '\n') {
            lines.emplace_back();
        } else if (c != '\r') {
            lines.back() += c;
        }
    }
    return lines;
}

}  // namespace

void IconDrawer::draw(Icon const& icon, Affine const& place) {
    for (IconShape const& shape : icon.shapes) {
        Affine const here = placed(shape, place);
        std::vector<DrawPoint> points = points_of(shape.points);
        switch (shape.kind) {
            case ShapeKind::line: draw_line(shape, here); break;
            case ShapeKind::polygon:
                draw_outline(shape, polyline(std::move(points), shape.is_smooth, true), here);
                break;
            case ShapeKind::rectangle: draw_rectangle(shape, here); break;
            case ShapeKind::ellipse:
                draw_outline(shape,
                             ellipse_path(points[0], points[1], shape.start_angle, shape.end_angle.value_or(360.0),
                                          shape.closure),
                             here);
                break;
            case ShapeKind::text: draw_text(shape, here); break;
            case ShapeKind::bitmap: draw_image(shape, here); break;
        }
    }
}

void IconDrawer::include(DrawPoint point) {
    if (is_empty_) box_ = {point.x, point.y, point.x, point.y};
    is_empty_ = false;
    box_.include(point);
}

DrawItem& IconDrawer::add(DrawPath path) {
    DrawBox const box = bounds_of(path);
    include({box.left, box.top});
    include({box.right, box.bottom});
    DrawItem& item = drawing_.items.emplace_back();
    item.path = std::move(path);
    return item;
}

std::optional<Stroke> IconDrawer::stroke_of(IconShape const& shape) const {
    if (shape.line_pattern == LinePattern::none) return std::nullopt;
    double const width = mm_ * std::max(shape.thickness.value_or(default_thickness), thinnest_line);
    return Stroke{color_of(shape.line_color), width, dashes_of(shape.line_pattern, width)};
}

void IconDrawer::draw_line(IconShape const& shape, Affine const& place) {
    std::optional<Stroke> stroke = stroke_of(shape);
    if (!stroke) return;
    std::vector<DrawPoint> points = points_of(shape.points);
    for (DrawPoint& point : points) point = place(point);
    add(polyline(points, shape.is_smooth, false)).stroke = stroke;
    if (points.size() < 2) return;
    stroke->dashes.clear();
    double const width = mm_ * shape.arrow_size.value_or(default_arrow_size);
    auto const add_head = [&](DrawPoint tip, DrawPoint from, ArrowHead head) {
        DrawPath path = arrow_path(tip, from, head, width);
        if (path.empty()) return;
        DrawItem& item = add(std::move(path));
        if (head == ArrowHead::filled) {
            item.fill = stroke->color;
        } else {
            item.stroke = stroke;
        }
    };
    add_head(points.front(), points[1], shape.start_arrow);
    add_head(points.back(), points[points.size() - 2], shape.end_arrow);
}

void IconDrawer::draw_outline(IconShape const& shape, DrawPath path, Affine const& place) {
    map_path(path, place);
    bool const is_open = shape.kind == ShapeKind::ellipse && shape.closure == EllipseClosure::none;
    DrawItem& item = add(path);
    if (shape.border == BorderPattern::none) item.stroke = stroke_of(shape);
    if (!is_open && shape.fill_pattern != FillPattern::none) {
        item.gradient = gradient_of(shape, place);
        if (!item.gradient) item.fill = color_of(shape.fill_color);
        add_hatching(shape, path);
    }
    if (shape.border != BorderPattern::none) add_bevel(shape, path);
}

void IconDrawer::draw_rectangle(IconShape const& shape, Affine const& place) {
    std::vector<DrawPoint> const corners = points_of(shape.points);
    draw_outline(shape, rectangle_path(corners[0], corners[1], shape.radius), place);
}

void IconDrawer::add_hatching(IconShape const& shape, DrawPath const& outline) {
    FillPattern const pattern = shape.fill_pattern;
    bool const is_horizontal = pattern == FillPattern::horizontal || pattern == FillPattern::cross;
    bool const is_vertical = pattern == FillPattern::vertical || pattern == FillPattern::cross;
    bool const is_forward = pattern == FillPattern::forward || pattern == FillPattern::cross_diagonal;
    bool const is_backward = pattern == FillPattern::backward || pattern == FillPattern::cross_diagonal;
    if (!is_horizontal && !is_vertical && !is_forward && !is_backward) return;
    DrawBox const box = bounds_of(outline);
    double const width = box.right - box.left;
    double const height = box.bottom - box.top;
    double const distance = std::max(hatching_distance * mm_, (width + height) / most_lines_of_hatching);
    if (!(distance > 0.0)) return;
    DrawPath lines;
    auto const add_line = [&](DrawPoint from, DrawPoint to) {
        if (hatching_left_ == 0) return;
        --hatching_left_;
        lines.push_back({OutlineStep::Kind::move, {from}});
        lines.push_back({OutlineStep::Kind::line, {to}});
    };
    for (double y = distance; is_horizontal && y < height; y += distance) {
        add_line({box.left, box.top + y}, {box.right, box.top + y});
    }
    for (double x = distance; is_vertical && x < width; x += distance) {
        add_line({box.left + x, box.top}, {box.left + x, box.bottom});
    }
    double const slanted = distance * std::numbers::sqrt2;
    for (double x = slanted; is_forward && x < width + height; x += slanted) {
        add_line({box.left + x, box.top}, {box.left + x - height, box.bottom});
    }
    for (double x = slanted; is_backward && x < width + height; x += slanted) {
        add_line({box.right - x, box.top}, {box.right - x + height, box.bottom});
    }
    if (lines.empty()) return;
    DrawItem& item = drawing_.items.emplace_back();
    item.path = std::move(lines);
    item.clip = outline;
    double const stroke_width = mm_ * std::max(shape.thickness.value_or(default_thickness), thinnest_line) / 2.0;
    item.stroke = Stroke{color_of(shape.line_color), stroke_width, {}};
}

// A raised frame, lit from above left.
void IconDrawer::add_bevel(IconShape const& shape, DrawPath const& outline) {
    DrawColor const fill = color_of(shape.fill_color);
    DrawColor const light = mixed(fill, 255, 0.6);
    DrawColor const dark = mixed(fill, 0, 0.4);
    DrawBox const box = bounds_of(outline);
    double const width = std::min({bevel_width * mm_, (box.right - box.left) / 4.0, (box.bottom - box.top) / 4.0});
    auto const add_frame = [&](double inset, DrawColor above, DrawColor below) {
        DrawPoint const low{box.left + inset, box.bottom - inset};
        DrawPoint const high{box.right - inset, box.top + inset};
        DrawPoint const inner_low{low.x + width, low.y - width};
        DrawPoint const inner_high{high.x - width, high.y + width};
        add(polyline({low, {low.x, high.y}, high, inner_high, {inner_low.x, inner_high.y}, inner_low}, false, true))
            .fill = above;
        add(polyline({low, {high.x, low.y}, high, inner_high, {inner_high.x, inner_low.y}, inner_low}, false, true))
            .fill = below;
    };
    switch (shape.border) {
        case BorderPattern::none: break;
        case BorderPattern::raised: add_frame(0.0, light, dark); break;
        case BorderPattern::sunken: add_frame(0.0, dark, light); break;
        case BorderPattern::engraved:
            add_frame(0.0, dark, light);
            add_frame(width, light, dark);
            break;
    }
}

void IconDrawer::draw_text(IconShape const& shape, Affine const& place) {
    std::vector<std::string> const lines = lines_of(shape.text);
    Font const font{plain_font(shape.font), shape.is_bold, shape.is_italic};
    double longest = 0.0;
    for (std::string const& line : lines) longest = std::max(longest, measure_(line, font));
    DrawPoint const middle =
        place({(shape.points[0] + shape.points[2]) / 2.0, (shape.points[1] + shape.points[3]) / 2.0});
    DrawPoint const along{place.xx, place.yx};
    double const width = std::abs(shape.points[2] - shape.points[0]) * std::hypot(place.xx, place.yx);
    double const height = std::abs(shape.points[3] - shape.points[1]) * std::hypot(place.xy, place.yy);
    double const count = static_cast<double>(lines.size());
    double size = shape.font_size * point_size * mm_;
    if (size <= 0.0) {
        size = height > 0.0 ? height / (line_height * count) : width;
        if (width > 0.0 && longest * size > width) size = width / longest;
    }
    if (!(size > 0.0) || !(longest > 0.0)) return;
    double angle = std::atan2(along.y, along.x) * 180.0 / std::numbers::pi;
    constexpr double nearly = 1e-6;
    bool const is_turned = angle >= 90.0 - nearly || angle < -90.0 - nearly;
    if (is_turned) angle += angle > 0.0 ? -180.0 : 180.0;
    // In the direction of the text: where lines begin, and the position of the first base line.
    double const share = shape.alignment == TextAlignment::center ? 0.0
                         : shape.alignment == TextAlignment::left ? -0.5
                                                                  : 0.5;
    double const side = is_turned ? -share : share;
    DrawAnchor const anchor = side == 0.0 ? DrawAnchor::middle : side < 0.0 ? DrawAnchor::start : DrawAnchor::end;
    Affine const here = Affine::moved(middle.x, middle.y) * Affine::rotated(angle);
    for (std::size_t i = 0; i < lines.size(); ++i) {
        double const line = (static_cast<double>(i) - (count - 1.0) / 2.0) * line_height * size;
        DrawText text{lines[i],
                      here({side * width, line + base_line * size}),
                      size,
                      angle,
                      anchor,
                      font,
                      shape.is_underlined,
                      color_of(shape.line_color)};
        drawing_.items.emplace_back().text = std::move(text);
    }
    // The space that the letters need. The extent is often much wider.
    double const begin = side * width - (0.5 + side) * longest * size;
    double const half_height = line_height * count * size / 2.0;
    for (double const x : {begin, begin + longest * size}) {
        for (double const y : {-half_height, half_height}) include(here({x, y}));
    }
}

void IconDrawer::draw_image(IconShape const& shape, Affine const& place) {
    BitmapFile const file = read_bitmap(shape.file, shape.image);
    if (!file.problem.empty()) {
        problems_.push_back(file.problem);
        return;
    }
    // As large as fits into the middle of the extent. Exchanged corners mirror the image.
    double const width = shape.points[2] - shape.points[0];
    double const height = shape.points[3] - shape.points[1];
    double const scale = std::min(std::abs(width) / file.width, std::abs(height) / file.height);
    double const shown_width = std::copysign(scale * file.width, width);
    double const shown_height = std::copysign(scale * file.height, height);
    double const left = (shape.points[0] + shape.points[2] - shown_width) / 2.0;
    double const top = (shape.points[1] + shape.points[3] + shown_height) / 2.0;
    Affine const square = place * Affine::moved(left, top) * Affine::scaled(shown_width, -shown_height);
    if (square.determinant() == 0.0) return;
    for (double const x : {0.0, 1.0}) {
        for (double const y : {0.0, 1.0}) include(square({x, y}));
    }
    drawing_.items.emplace_back().image = DrawImage{file.bytes, square};
}

}  // namespace moo
