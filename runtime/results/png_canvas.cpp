#include "runtime/results/png_canvas.h"

#include <array>
#include <cmath>

#include "runtime/draw/cairo.h"
#include "runtime/text/markup_text.h"

namespace moo::runtime {

namespace {

// ---- drawing ----

constexpr double pixels = 2.0;
constexpr double hair = 1.0;
constexpr std::uint32_t frame_colour = 0x999999;

std::uint32_t colour_of(LineStyle style) {
    switch (style) {
        case LineStyle::grid: return 0xe4e4e4;
        case LineStyle::zero: return 0xbdbdbd;
        case LineStyle::event: return 0xc9b26a;
    }
    return 0;
}

std::uint32_t colour_of(TextStyle style) {
    switch (style) {
        case TextStyle::title: return 0x333333;
        case TextStyle::subtitle: return 0x666666;
        case TextStyle::label: return 0x333333;
        case TextStyle::tick: return 0x555555;
    }
    return 0;
}

}  // namespace

std::string PngCanvas::problem() { return cairo().problem; }

PngCanvas::PngCanvas(double width, double height) {
    Cairo const& c = cairo();
    surface_ = c.image_surface_create(Cairo::format_rgb24, static_cast<int>(std::ceil(pixels * width)),
                                      static_cast<int>(std::ceil(pixels * height)));
    context_ = c.create(surface_);
    c.scale(context_, pixels, pixels);
    set_colour(0xffffff);
    c.paint(context_);
    c.set_line_join(context_, Cairo::join_round);
}

PngCanvas::~PngCanvas() {
    cairo().destroy(context_);
    cairo().surface_destroy(surface_);
}

void PngCanvas::set_colour(std::uint32_t rgb) {
    auto const part = [&](int shift) { return static_cast<double>((rgb >> shift) & 0xffu) / 255.0; };
    cairo().set_source_rgb(context_, part(16), part(8), part(0));
}

void PngCanvas::line(CanvasPoint from, CanvasPoint to, LineStyle style) {
    Cairo const& c = cairo();
    constexpr std::array<double, 2> dashes{2.0, 3.0};
    set_colour(colour_of(style));
    c.set_line_width(context_, hair);
    c.set_dash(context_, dashes.data(), style == LineStyle::event ? 2 : 0, 0.0);
    c.move_to(context_, from.x, from.y);
    c.line_to(context_, to.x, to.y);
    c.stroke(context_);
    c.set_dash(context_, nullptr, 0, 0.0);
}

void PngCanvas::frame(CanvasPoint corner, double width, double height) {
    Cairo const& c = cairo();
    set_colour(frame_colour);
    c.set_line_width(context_, hair);
    c.rectangle(context_, corner.x, corner.y, width, height);
    c.stroke(context_);
}

void PngCanvas::curve(std::span<CanvasPoint const> points, std::size_t colour) {
    Cairo const& c = cairo();
    if (points.empty()) return;
    set_colour(curve_colours[colour].on_light);
    c.set_line_width(context_, 1.8);
    c.move_to(context_, points.front().x, points.front().y);
    for (CanvasPoint const& point : points.subspan(1)) c.line_to(context_, point.x, point.y);
    c.stroke(context_);
}

void PngCanvas::set_font(TextStyle style) {
    cairo().select_font_face(context_, "DejaVu Sans", Cairo::slant_normal,
                             style == TextStyle::title ? Cairo::weight_bold : Cairo::weight_normal);
    cairo().set_font_size(context_, font_size(style));
}

void PngCanvas::text(CanvasPoint place, TextAnchor anchor, TextStyle style, std::string_view content) {
    std::string const shown = valid_utf8(content);
    set_font(style);
    set_colour(colour_of(style));
    Cairo::TextExtents extents{};
    cairo().text_extents(context_, shown.c_str(), &extents);
    double const share = anchor == TextAnchor::start ? 0.0 : anchor == TextAnchor::middle ? 0.5 : 1.0;
    cairo().move_to(context_, place.x - share * extents.x_advance, place.y);
    cairo().show_text(context_, shown.c_str());
}

std::string PngCanvas::finish() { return png_file(surface_, context_); }

}  // namespace moo::runtime
