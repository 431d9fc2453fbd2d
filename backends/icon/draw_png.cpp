#include "backends/icon/draw_png.h"

#include <algorithm>
#include <cstring>
#include <memory>

#include "backends/common/xml_text.h"
#include "runtime/draw/cairo.h"

namespace moo {

namespace {

using runtime::Cairo;
using runtime::cairo;

// A pixel image, and the cairo context that draws on it.
class Canvas {
public:
    Canvas(int width, int height)
        : surface_(cairo().image_surface_create(Cairo::format_argb32, width, height)),
          context_(cairo().create(surface_)) {}
    ~Canvas() {
        cairo().destroy(context_);
        cairo().surface_destroy(surface_);
    }
    Canvas(Canvas const&) = delete;
    Canvas& operator=(Canvas const&) = delete;
    [[nodiscard]] void* surface() const { return surface_; }
    [[nodiscard]] void* context() const { return context_; }

private:
    void* surface_;
    void* context_;
};

void set_font(void* context, Font const& font) {
    cairo().select_font_face(context, font.family.empty() ? "DejaVu Sans" : font.family.c_str(),
                             font.is_italic ? Cairo::slant_italic : Cairo::slant_normal,
                             font.is_bold ? Cairo::weight_bold : Cairo::weight_normal);
}

struct Reading {
    std::string const& bytes;
    std::size_t at = 0;
};

int read_bytes(void* from, unsigned char* bytes, unsigned count) {
    auto& reading = *static_cast<Reading*>(from);
    if (reading.bytes.size() - reading.at < count) return Cairo::status_read_error;
    std::memcpy(bytes, reading.bytes.data() + reading.at, count);
    reading.at += count;
    return Cairo::status_success;
}

class Painter {
public:
    explicit Painter(void* context) : context_(context) { c_.set_line_join(context_, Cairo::join_round); }

    void draw(DrawItem const& item) {
        if (item.text) return draw_text(*item.text);
        if (item.image) return draw_image(*item.image);
        c_.save(context_);
        if (!item.clip.empty()) {
            trace(item.clip);
            c_.clip(context_);
        }
        if (item.fill || item.gradient) {
            trace(item.path);
            if (item.gradient) {
                fill_gradient(*item.gradient);
            } else {
                set_color(*item.fill);
                c_.fill(context_);
            }
        }
        if (item.stroke) {
            trace(item.path);
            set_color(item.stroke->color);
            c_.set_line_width(context_, item.stroke->width);
            c_.set_dash(context_, item.stroke->dashes.data(), static_cast<int>(item.stroke->dashes.size()), 0.0);
            c_.stroke(context_);
        }
        c_.restore(context_);
    }

private:
    void set_color(DrawColor color) {
        c_.set_source_rgb(context_, color.red / 255.0, color.green / 255.0, color.blue / 255.0);
    }

    void trace(DrawPath const& path) {
        c_.new_path(context_);
        for (OutlineStep const& step : path) {
            auto const& [a, b, d] = step.points;
            switch (step.kind) {
                case OutlineStep::Kind::move: c_.move_to(context_, a.x, a.y); break;
                case OutlineStep::Kind::line: c_.line_to(context_, a.x, a.y); break;
                case OutlineStep::Kind::curve: c_.curve_to(context_, a.x, a.y, b.x, b.y, d.x, d.y); break;
                case OutlineStep::Kind::close: c_.close_path(context_); break;
            }
        }
    }

    void fill_gradient(Gradient const& gradient) {
        void* const pattern = gradient.is_radial ? c_.pattern_create_radial(0.0, 0.0, 0.0, 0.0, 0.0, 1.0)
                                                 : c_.pattern_create_linear(0.0, -1.0, 0.0, 1.0);
        auto const stop = [&](double offset, DrawColor color) {
            c_.pattern_add_color_stop_rgb(pattern, offset, color.red / 255.0, color.green / 255.0, color.blue / 255.0);
        };
        if (!gradient.is_radial) stop(0.0, gradient.edge);
        stop(gradient.is_radial ? 0.0 : 0.5, gradient.middle);
        stop(1.0, gradient.edge);
        // cairo expects the inverse map, from the picture to the pattern.
        Affine const& m = gradient.place;
        double const d = m.determinant();
        Cairo::Matrix const inverse{
            m.yy / d, -m.yx / d, -m.xy / d, m.xx / d, (m.xy * m.y0 - m.yy * m.x0) / d, (m.yx * m.x0 - m.xx * m.y0) / d};
        c_.pattern_set_matrix(pattern, &inverse);
        c_.set_source(context_, pattern);
        c_.fill(context_);
        c_.pattern_destroy(pattern);
    }

    void draw_text(DrawText const& text) {
        std::string const shown = xml_text(text.text);
        c_.save(context_);
        c_.translate(context_, text.place.x, text.place.y);
        c_.rotate(context_, text.angle * std::numbers::pi / 180.0);
        set_font(context_, text.font);
        c_.set_font_size(context_, text.size);
        set_color(text.color);
        Cairo::TextExtents extents{};
        c_.text_extents(context_, shown.c_str(), &extents);
        double const share = text.anchor == DrawAnchor::start ? 0.0 : text.anchor == DrawAnchor::middle ? 0.5 : 1.0;
        double const begin = -share * extents.x_advance;
        c_.move_to(context_, begin, 0.0);
        c_.show_text(context_, shown.c_str());
        if (text.is_underlined) {
            c_.rectangle(context_, begin, 0.1 * text.size, extents.x_advance, 0.06 * text.size);
            c_.fill(context_);
        }
        c_.restore(context_);
    }

    // An incomplete file draws nothing.
    void draw_image(DrawImage const& image) {
        Reading reading{image.png};
        void* const picture = c_.image_surface_create_from_png_stream(read_bytes, &reading);
        int const width = c_.image_surface_get_width(picture);
        int const height = c_.image_surface_get_height(picture);
        if (c_.surface_status(picture) == Cairo::status_success && width > 0 && height > 0) {
            Affine const& m = image.place;
            Cairo::Matrix const matrix{m.xx, m.yx, m.xy, m.yy, m.x0, m.y0};
            c_.save(context_);
            c_.transform(context_, &matrix);
            c_.scale(context_, 1.0 / width, 1.0 / height);
            c_.set_source_surface(context_, picture, 0.0, 0.0);
            c_.paint(context_);
            c_.restore(context_);
        }
        c_.surface_destroy(picture);
    }

    Cairo const& c_ = cairo();
    void* context_;
};

}  // namespace

std::string png_problem() { return cairo().problem; }

MeasureText cairo_measure() {
    auto const canvas = std::make_shared<Canvas>(1, 1);
    return [canvas](std::string_view text, Font const& font) {
        // Measure with large letters: text sizes are proportional there, but not for small ones.
        constexpr double size = 100.0;
        set_font(canvas->context(), font);
        cairo().set_font_size(canvas->context(), size);
        Cairo::TextExtents extents{};
        cairo().text_extents(canvas->context(), xml_text(text).c_str(), &extents);
        return extents.x_advance / size;
    };
}

std::string draw_png(Drawing const& drawing) {
    auto const pixels = [](double length) { return std::max(1, static_cast<int>(std::ceil(length))); };
    Canvas const canvas(pixels(drawing.width), pixels(drawing.height));
    Painter painter(canvas.context());
    for (DrawItem const& item : drawing.items) painter.draw(item);
    return runtime::png_file(canvas.surface(), canvas.context());
}

}  // namespace moo
