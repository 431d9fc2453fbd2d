// The outlines of graphical primitives as paths.
#pragma once

#include <span>

#include "backends/icon/drawing.h"
#include "moo/model/icon.h"

namespace moo {

// A point for each pair of numbers.
[[nodiscard]] std::vector<DrawPoint> points_of(std::span<double const> numbers);

// Corners joined by lines, or, if it is smooth, by quadratic splines that touch the sides in their middles
// (Modelica 3.6, section 18.6.1.3).
[[nodiscard]] DrawPath polyline(std::vector<DrawPoint> points, bool is_smooth, bool is_closed);

// Corners as a box; x1 <= x2 and y1 <= y2 need not hold.
[[nodiscard]] DrawPath rectangle_path(DrawPoint corner, DrawPoint opposite, double radius);

// Counter-clockwise from one angle to the other, in degrees, in the ellipse that fills the box.
[[nodiscard]] DrawPath ellipse_path(DrawPoint corner, DrawPoint opposite, double start_angle, double end_angle,
                                    EllipseClosure closure);

// The head of an arrow of that width, with its tip at `tip`, that comes from `from`.
[[nodiscard]] DrawPath arrow_path(DrawPoint tip, DrawPoint from, ArrowHead head, double width);

}  // namespace moo
