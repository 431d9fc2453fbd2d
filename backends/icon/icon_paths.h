// The outlines of graphical primitives as paths.
#pragma once

#include <span>

#include "backends/icon/drawing.h"
#include "moo/model/icon.h"

namespace moo {

// One point for each pair of numbers.
[[nodiscard]] std::vector<DrawPoint> points_of(std::span<double const> numbers);

// Corners joined by lines or, if `is_smooth`, by quadratic splines that touch the lines at their midpoints (Modelica
// 3.6, section 18.6.1.3).
[[nodiscard]] DrawPath polyline(std::vector<DrawPoint> points, bool is_smooth, bool is_closed);

// A rectangle from two opposite corners in any order.
[[nodiscard]] DrawPath rectangle_path(DrawPoint corner, DrawPoint opposite, double radius);

// An arc in the ellipse that fills the box, counter-clockwise between two angles in degrees.
[[nodiscard]] DrawPath ellipse_path(DrawPoint corner, DrawPoint opposite, double start_angle, double end_angle,
                                    EllipseClosure closure);

// An arrowhead of that width with its tip at `tip`, for a line that comes from `from`.
[[nodiscard]] DrawPath arrow_path(DrawPoint tip, DrawPoint from, ArrowHead head, double width);

}  // namespace moo
