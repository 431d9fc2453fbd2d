#include "backends/icon/icon_paths.h"

#include <algorithm>

namespace moo {

namespace {

OutlineStep move_to(DrawPoint p) { return {OutlineStep::Kind::move, {p}}; }
OutlineStep line_to(DrawPoint p) { return {OutlineStep::Kind::line, {p}}; }
OutlineStep close_path() { return {OutlineStep::Kind::close, {}}; }

DrawPoint between(DrawPoint a, DrawPoint b, double share) {
    return {a.x + share * (b.x - a.x), a.y + share * (b.y - a.y)};
}

// Converts a quadratic curve to a cubic one.
OutlineStep curve_to(DrawPoint from, DrawPoint control, DrawPoint to) {
    return {OutlineStep::Kind::curve, {between(from, control, 2.0 / 3.0), between(to, control, 2.0 / 3.0), to}};
}

DrawPath spline(std::vector<DrawPoint> const& points) {
    DrawPath path{move_to(points.front())};
    DrawPoint at = between(points[0], points[1], 0.5);
    path.push_back(line_to(at));
    for (std::size_t i = 1; i + 1 < points.size(); ++i) {
        DrawPoint const next = between(points[i], points[i + 1], 0.5);
        path.push_back(curve_to(at, points[i], next));
        at = next;
    }
    path.push_back(line_to(points.back()));
    return path;
}

DrawPath closed_spline(std::vector<DrawPoint> const& points) {
    std::size_t const count = points.size();
    DrawPoint at = between(points[count - 1], points[0], 0.5);
    DrawPath path{move_to(at)};
    for (std::size_t i = 0; i < count; ++i) {
        DrawPoint const next = between(points[i], points[(i + 1) % count], 0.5);
        path.push_back(curve_to(at, points[i], next));
        at = next;
    }
    path.push_back(close_path());
    return path;
}

// Adds an arc of the unit circle, mapped to the box, in parts of at most a quarter.
void add_arc(DrawPath& path, DrawPoint center, double radius_x, double radius_y, double from, double to) {
    int const parts = std::max(1, static_cast<int>(std::ceil((to - from) / (std::numbers::pi / 2.0) - 1e-9)));
    double const step = (to - from) / parts;
    // The distance of the control points along the tangents.
    double const reach = 4.0 / 3.0 * std::tan(step / 4.0);
    auto const at = [&](double x, double y) { return DrawPoint{center.x + radius_x * x, center.y + radius_y * y}; };
    for (int i = 0; i < parts; ++i) {
        double const a = from + i * step;
        double const b = a + step;
        path.push_back(
            {OutlineStep::Kind::curve,
             {at(std::cos(a) - reach * std::sin(a), std::sin(a) + reach * std::cos(a)),
              at(std::cos(b) + reach * std::sin(b), std::sin(b) - reach * std::cos(b)), at(std::cos(b), std::sin(b))}});
    }
}

}  // namespace

std::vector<DrawPoint> points_of(std::span<double const> numbers) {
    std::vector<DrawPoint> points;
    for (std::size_t i = 0; i + 1 < numbers.size(); i += 2) points.push_back({numbers[i], numbers[i + 1]});
    return points;
}

DrawPath polyline(std::vector<DrawPoint> points, bool is_smooth, bool is_closed) {
    if (points.empty()) return {};
    bool const ends_where_it_began = points.front().x == points.back().x && points.front().y == points.back().y;
    if (is_closed && points.size() > 1 && ends_where_it_began) points.pop_back();
    if (is_smooth && points.size() > 2) return is_closed ? closed_spline(points) : spline(points);
    DrawPath path{move_to(points.front())};
    for (std::size_t i = 1; i < points.size(); ++i) path.push_back(line_to(points[i]));
    if (is_closed) path.push_back(close_path());
    return path;
}

DrawPath rectangle_path(DrawPoint corner, DrawPoint opposite, double radius) {
    double const left = std::min(corner.x, opposite.x);
    double const right = std::max(corner.x, opposite.x);
    double const low = std::min(corner.y, opposite.y);
    double const high = std::max(corner.y, opposite.y);
    double const r = std::min({radius, (right - left) / 2.0, (high - low) / 2.0});
    if (!(r > 0.0)) return polyline({{left, low}, {right, low}, {right, high}, {left, high}}, false, true);
    constexpr double quarter = std::numbers::pi / 2.0;
    DrawPath path{move_to({left + r, low}), line_to({right - r, low})};
    add_arc(path, {right - r, low + r}, r, r, -quarter, 0.0);
    path.push_back(line_to({right, high - r}));
    add_arc(path, {right - r, high - r}, r, r, 0.0, quarter);
    path.push_back(line_to({left + r, high}));
    add_arc(path, {left + r, high - r}, r, r, quarter, 2.0 * quarter);
    path.push_back(line_to({left, low + r}));
    add_arc(path, {left + r, low + r}, r, r, 2.0 * quarter, 3.0 * quarter);
    path.push_back(close_path());
    return path;
}

DrawPath ellipse_path(DrawPoint corner, DrawPoint opposite, double start_angle, double end_angle,
                      EllipseClosure closure) {
    DrawPoint const center = between(corner, opposite, 0.5);
    double const radius_x = std::abs(opposite.x - corner.x) / 2.0;
    double const radius_y = std::abs(opposite.y - corner.y) / 2.0;
    double const degree = std::numbers::pi / 180.0;
    double const sweep = end_angle - start_angle;
    bool const is_whole = std::abs(sweep) >= 360.0;
    double const from = std::remainder(start_angle, 360.0) * degree;
    double const to = from + (is_whole ? 2.0 * std::numbers::pi : sweep * degree);
    DrawPoint const begin{center.x + radius_x * std::cos(from), center.y + radius_y * std::sin(from)};
    bool const is_pie = closure == EllipseClosure::radial && !is_whole;
    DrawPath path{move_to(is_pie ? center : begin)};
    if (is_pie) path.push_back(line_to(begin));
    if (to >= from) {
        add_arc(path, center, radius_x, radius_y, from, to);
    } else {
        // Going backwards is the same as drawing the mirrored arc.
        add_arc(path, center, radius_x, -radius_y, -from, -to);
    }
    if (closure != EllipseClosure::none) path.push_back(close_path());
    return path;
}

DrawPath arrow_path(DrawPoint tip, DrawPoint from, ArrowHead head, double width) {
    double const length = std::hypot(tip.x - from.x, tip.y - from.y);
    if (head == ArrowHead::none || !(length > 0.0)) return {};
    // An arrowhead is half as long again as it is wide.
    DrawPoint const along{(tip.x - from.x) / length, (tip.y - from.y) / length};
    DrawPoint const base{tip.x - 1.5 * width * along.x, tip.y - 1.5 * width * along.y};
    DrawPoint const one{base.x - width / 2.0 * along.y, base.y + width / 2.0 * along.x};
    DrawPoint const other{base.x + width / 2.0 * along.y, base.y - width / 2.0 * along.x};
    if (head == ArrowHead::half) return polyline({one, tip}, false, false);
    return polyline({one, tip, other}, false, head == ArrowHead::filled);
}

}  // namespace moo
