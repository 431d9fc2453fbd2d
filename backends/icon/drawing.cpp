#include "backends/icon/drawing.h"

#include <algorithm>

namespace moo {

void map_path(DrawPath& path, Affine const& map) {
    for (OutlineStep& step : path) {
        for (DrawPoint& point : step.points) point = map(point);
    }
}

void DrawBox::include(DrawPoint point) {
    left = std::min(left, point.x);
    right = std::max(right, point.x);
    top = std::min(top, point.y);
    bottom = std::max(bottom, point.y);
}

DrawBox bounds_of(DrawPath const& path) {
    DrawBox box;
    bool is_empty = true;
    auto const include = [&](DrawPoint point) {
        if (is_empty) box = {point.x, point.y, point.x, point.y};
        is_empty = false;
        box.include(point);
    };
    for (OutlineStep const& step : path) {
        switch (step.kind) {
            case OutlineStep::Kind::move:
            case OutlineStep::Kind::line: include(step.points[0]); break;
            case OutlineStep::Kind::curve:
                for (DrawPoint const& point : step.points) include(point);
                break;
            case OutlineStep::Kind::close: break;
        }
    }
    return box;
}

namespace {

// Coordinates are limited to this: libraries cannot handle larger ones, and nothing out there is visible.
constexpr double farthest = 1e6;
constexpr double thinnest = 0.2;
constexpr double shortest_dash = 0.5;
constexpr double most_dashes = 100'000.0;  // of a drawing

void bound_path(DrawPath& path) {
    for (OutlineStep& step : path) {
        for (DrawPoint& point : step.points) {
            point = {std::clamp(point.x, -farthest, farthest), std::clamp(point.y, -farthest, farthest)};
        }
    }
}

double length_of(DrawPath const& path) {
    double length = 0.0;
    DrawPoint at;
    for (OutlineStep const& step : path) {
        DrawPoint const next = step.kind == OutlineStep::Kind::curve ? step.points[2] : step.points[0];
        bool const is_drawn = step.kind == OutlineStep::Kind::line || step.kind == OutlineStep::Kind::curve;
        if (is_drawn) length += std::hypot(next.x - at.x, next.y - at.y);
        if (step.kind != OutlineStep::Kind::close) at = next;
    }
    return length;
}

}  // namespace

void fit_drawing(Drawing& drawing, DrawBox const& box, double scale) {
    Affine const map = Affine::scaled(scale, scale) * Affine::moved(-box.left, -box.top);
    drawing.width = (box.right - box.left) * scale;
    drawing.height = (box.bottom - box.top) * scale;
    double const largest = 4.0 * std::max(drawing.width, drawing.height);
    double dashes_left = most_dashes;
    for (DrawItem& item : drawing.items) {
        map_path(item.path, map);
        map_path(item.clip, map);
        bound_path(item.path);
        bound_path(item.clip);
        if (item.gradient) item.gradient->place = map * item.gradient->place;
        if (item.stroke) {
            item.stroke->width = std::clamp(item.stroke->width * scale, thinnest, largest);
            double cycle = 0.0;
            for (double& dash : item.stroke->dashes) {
                dash = std::clamp(dash * scale, shortest_dash, largest);
                cycle += dash;
            }
            if (cycle > 0.0) dashes_left -= length_of(item.path) / cycle;
            if (dashes_left < 0.0) item.stroke->dashes.clear();
        }
        if (item.text) {
            item.text->place = map(item.text->place);
            item.text->size *= scale;
        }
        if (item.image) item.image->place = map * item.image->place;
    }
    std::erase_if(drawing.items, [&](DrawItem const& item) { return item.text && item.text->size > largest; });
}

}  // namespace moo
