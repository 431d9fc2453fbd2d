#include "runtime/results/png_canvas.h"

#include <dlfcn.h>

#include <array>
#include <cmath>

#include "runtime/results/plot_text.h"

namespace moo::runtime {

namespace {

// ---- the part of cairo that plots need, by its binary interface, which has not changed since 2005 ----

struct TextExtents {
    double x_bearing, y_bearing, width, height, x_advance, y_advance;
};

constexpr int format_rgb24 = 1;
constexpr int slant_normal = 0;
constexpr int weight_normal = 0;
constexpr int weight_bold = 1;
constexpr int join_round = 1;
constexpr int status_success = 0;
constexpr int status_write_error = 11;

struct Cairo {
    void* (*image_surface_create)(int, int, int) = nullptr;
    void (*surface_destroy)(void*) = nullptr;
    int (*write_to_png_stream)(void*, int (*)(void*, unsigned char const*, unsigned), void*) = nullptr;
    void* (*create)(void*) = nullptr;
    void (*destroy)(void*) = nullptr;
    int (*status)(void*) = nullptr;
    void (*scale)(void*, double, double) = nullptr;
    void (*set_source_rgb)(void*, double, double, double) = nullptr;
    void (*paint)(void*) = nullptr;
    void (*set_line_width)(void*, double) = nullptr;
    void (*set_line_join)(void*, int) = nullptr;
    void (*set_dash)(void*, double const*, int, double) = nullptr;
    void (*move_to)(void*, double, double) = nullptr;
    void (*line_to)(void*, double, double) = nullptr;
    void (*rectangle)(void*, double, double, double, double) = nullptr;
    void (*stroke)(void*) = nullptr;
    void (*select_font_face)(void*, char const*, int, int) = nullptr;
    void (*set_font_size)(void*, double) = nullptr;
    void (*text_extents)(void*, char const*, TextExtents*) = nullptr;
    void (*show_text)(void*, char const*) = nullptr;
    std::string problem;
};

template <class Function>
void load(void* library, char const* name, Function*& function, std::string& problem) {
    function = reinterpret_cast<Function*>(::dlsym(library, name));
    if (function == nullptr) problem = "the library cairo has no function `" + std::string(name) + "`";
}

Cairo load_cairo() {
    Cairo c;
    void* const library = ::dlopen("libcairo.so.2", RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) {
        c.problem = "PNG pictures need the library cairo (Debian: libcairo2), and libcairo.so.2 is not installed";
        return c;
    }
    load(library, "cairo_image_surface_create", c.image_surface_create, c.problem);
    load(library, "cairo_surface_destroy", c.surface_destroy, c.problem);
    load(library, "cairo_surface_write_to_png_stream", c.write_to_png_stream, c.problem);
    load(library, "cairo_create", c.create, c.problem);
    load(library, "cairo_destroy", c.destroy, c.problem);
    load(library, "cairo_status", c.status, c.problem);
    load(library, "cairo_scale", c.scale, c.problem);
    load(library, "cairo_set_source_rgb", c.set_source_rgb, c.problem);
    load(library, "cairo_paint", c.paint, c.problem);
    load(library, "cairo_set_line_width", c.set_line_width, c.problem);
    load(library, "cairo_set_line_join", c.set_line_join, c.problem);
    load(library, "cairo_set_dash", c.set_dash, c.problem);
    load(library, "cairo_move_to", c.move_to, c.problem);
    load(library, "cairo_line_to", c.line_to, c.problem);
    load(library, "cairo_rectangle", c.rectangle, c.problem);
    load(library, "cairo_stroke", c.stroke, c.problem);
    load(library, "cairo_select_font_face", c.select_font_face, c.problem);
    load(library, "cairo_set_font_size", c.set_font_size, c.problem);
    load(library, "cairo_text_extents", c.text_extents, c.problem);
    load(library, "cairo_show_text", c.show_text, c.problem);
    return c;
}

// Once a process; it stays loaded.
Cairo const& cairo() {
    static Cairo const loaded = load_cairo();
    return loaded;
}

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

int append_bytes(void* file, unsigned char const* bytes, unsigned count) {
    try {
        static_cast<std::string*>(file)->append(reinterpret_cast<char const*>(bytes), count);
        return status_success;
    } catch (...) {
        return status_write_error;
    }
}

}  // namespace

std::string PngCanvas::problem() { return cairo().problem; }

PngCanvas::PngCanvas(double width, double height) {
    Cairo const& c = cairo();
    surface_ = c.image_surface_create(format_rgb24, static_cast<int>(std::ceil(pixels * width)),
                                      static_cast<int>(std::ceil(pixels * height)));
    context_ = c.create(surface_);
    c.scale(context_, pixels, pixels);
    set_colour(0xffffff);
    c.paint(context_);
    c.set_line_join(context_, join_round);
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
    cairo().select_font_face(context_, "DejaVu Sans", slant_normal,
                             style == TextStyle::title ? weight_bold : weight_normal);
    cairo().set_font_size(context_, font_size(style));
}

void PngCanvas::text(CanvasPoint place, TextAnchor anchor, TextStyle style, std::string_view content) {
    std::string const shown = valid_utf8(content);
    set_font(style);
    set_colour(colour_of(style));
    TextExtents extents{};
    cairo().text_extents(context_, shown.c_str(), &extents);
    double const share = anchor == TextAnchor::start ? 0.0 : anchor == TextAnchor::middle ? 0.5 : 1.0;
    cairo().move_to(context_, place.x - share * extents.x_advance, place.y);
    cairo().show_text(context_, shown.c_str());
}

std::string PngCanvas::finish() {
    std::string file;
    if (cairo().status(context_) != status_success) return {};
    if (cairo().write_to_png_stream(surface_, append_bytes, &file) != status_success) return {};
    return file;
}

}  // namespace moo::runtime
