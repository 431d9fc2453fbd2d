// Affine maps of the plane.
#pragma once

#include <cmath>
#include <numbers>

namespace moo {

struct DrawPoint {
    double x = 0.0;
    double y = 0.0;
};

// x becomes xx·x + xy·y + x0, y becomes yx·x + yy·y + y0.
struct Affine {
    double xx = 1.0;
    double yx = 0.0;
    double xy = 0.0;
    double yy = 1.0;
    double x0 = 0.0;
    double y0 = 0.0;

    [[nodiscard]] DrawPoint operator()(DrawPoint p) const {
        return {xx * p.x + xy * p.y + x0, yx * p.x + yy * p.y + y0};
    }
    // Applies `inner` first, then this map.
    [[nodiscard]] Affine operator*(Affine const& inner) const {
        DrawPoint const moved = (*this)({inner.x0, inner.y0});
        return {xx * inner.xx + xy * inner.yx,
                yx * inner.xx + yy * inner.yx,
                xx * inner.xy + xy * inner.yy,
                yx * inner.xy + yy * inner.yy,
                moved.x,
                moved.y};
    }
    [[nodiscard]] double determinant() const { return xx * yy - xy * yx; }

    [[nodiscard]] static Affine moved(double x, double y) { return {1.0, 0.0, 0.0, 1.0, x, y}; }
    [[nodiscard]] static Affine scaled(double x, double y) { return {x, 0.0, 0.0, y, 0.0, 0.0}; }
    // A rotation in degrees, counter-clockwise if y points up. Multiples of 90 degrees are exact.
    [[nodiscard]] static Affine rotated(double degrees) {
        double const quarters = degrees / 90.0;
        double const angle = degrees * std::numbers::pi / 180.0;
        bool const is_exact = quarters == std::floor(quarters);
        double const c = is_exact ? std::round(std::cos(angle)) : std::cos(angle);
        double const s = is_exact ? std::round(std::sin(angle)) : std::sin(angle);
        return {c, s, -s, c, 0.0, 0.0};
    }
};

}  // namespace moo
