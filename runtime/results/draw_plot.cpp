#include "runtime/results/draw_plot.h"

#include <algorithm>
#include <cmath>

#include "runtime/results/axis.h"
#include "runtime/results/plot_panels.h"
#include "runtime/results/png_canvas.h"
#include "runtime/results/svg_canvas.h"
#include "runtime/text/markup_text.h"

namespace moo::runtime {

namespace {

constexpr double picture_width = 960.0;
constexpr double left_margin = 76.0;
constexpr double right_margin = 28.0;
constexpr double plot_width = picture_width - left_margin - right_margin;
constexpr double number_height = 280.0;
constexpr double lane_height = 40.0;
constexpr double lane_name_height = 16.0;  // above its line
constexpr double title_height = 40.0;
constexpr double subtitle_height = 20.0;
constexpr double legend_line = 20.0;
constexpr double legend_sample = 28.0;  // a piece of line before a name
constexpr double tick_room = 30.0;      // below a panel
constexpr double axis_name_room = 22.0;
constexpr double closest_marks = 5.0;  // of events; more would be a wall

// The font of an SVG viewer is not known; this share of its height for a character is a safe guess.
double estimated_width(TextStyle style, std::string_view text) {
    return 0.64 * font_size(style) * static_cast<double>(character_count(text));
}

// The positions of the names above a panel.
struct Legend {
    std::vector<CanvasPoint> places;  // from the corner of the legend; the last one is for what was left out
    double height = 0.0;
};

class PlotDrawing {
public:
    explicit PlotDrawing(PlotSource const& source)
        : source_(source),
          panels_(arrange_panels(source.model, source.collected)),
          time_{source.start, source.stop > source.start ? source.stop : source.start + 1.0} {
        for (PlotPanel const& panel : panels_) legends_.push_back(panel.has_lanes ? Legend{} : legend_of(panel));
    }

    [[nodiscard]] double height() const {
        double sum = head_height() + axis_name_room;
        for (std::size_t i = 0; i < panels_.size(); ++i) sum += room_above(i) + panel_height(panels_[i]) + tick_room;
        return sum;
    }

    void draw(Canvas& canvas) const {
        canvas.text({left_margin, 28.0}, TextAnchor::start, TextStyle::title, source_.model.name);
        if (has_subtitle()) {
            canvas.text({left_margin, 48.0}, TextAnchor::start, TextStyle::subtitle, source_.model.description);
        }
        double top = head_height();
        for (std::size_t i = 0; i < panels_.size(); ++i) {
            top += room_above(i);
            draw_background(canvas, top, panel_height(panels_[i]));
            if (panels_[i].has_lanes) {
                draw_lanes(canvas, panels_[i], top);
            } else {
                draw_legend(canvas, panels_[i], legends_[i], top - legends_[i].height);
                draw_numbers(canvas, panels_[i], top);
            }
            canvas.frame({left_margin, top}, plot_width, panel_height(panels_[i]));
            top += panel_height(panels_[i]) + tick_room;
        }
        canvas.text({left_margin + plot_width / 2.0, top + 8.0}, TextAnchor::middle, TextStyle::label, "time [s]");
    }

private:
    [[nodiscard]] MooVariable const& variable(std::size_t curve) const {
        return source_.model.variables[source_.collected.slots()[curve]];
    }
    [[nodiscard]] Series const& series(std::size_t curve) const { return source_.collected.series()[curve]; }

    // ---- sizes ----

    [[nodiscard]] bool has_subtitle() const { return source_.model.description[0] != '\0'; }
    [[nodiscard]] double head_height() const { return title_height + (has_subtitle() ? subtitle_height : 0.0); }
    [[nodiscard]] static double panel_height(PlotPanel const& panel) {
        return panel.has_lanes ? lane_height * static_cast<double>(panel.curves.size()) : number_height;
    }
    [[nodiscard]] double room_above(std::size_t panel) const {
        return panels_[panel].has_lanes ? legend_line : legends_[panel].height + 6.0;
    }

    // Names one after the other, in as many lines as necessary.
    [[nodiscard]] Legend legend_of(PlotPanel const& panel) const {
        Legend legend;
        double x = 0.0;
        double y = legend_line;
        auto const place = [&](double needed) {
            if (x > 0.0 && x + needed > plot_width) {
                x = 0.0;
                y += legend_line;
            }
            legend.places.push_back({x, y});
            x += needed;
        };
        for (std::size_t const curve : panel.curves) {
            place(legend_sample + estimated_width(TextStyle::label, variable(curve).name) + 14.0);
        }
        place(80.0);
        legend.height = y + 8.0;
        return legend;
    }

    [[nodiscard]] double x_of(double time) const {
        return left_margin + (time - time_.low) / time_.span() * plot_width;
    }

    // ---- drawing ----

    void draw_background(Canvas& canvas, double top, double height) const {
        for (Tick const& tick : nice_ticks(time_.low, time_.high, 10)) {
            canvas.line({x_of(tick.value), top}, {x_of(tick.value), top + height}, LineStyle::grid);
            canvas.text({x_of(tick.value), top + height + 17.0}, TextAnchor::middle, TextStyle::tick, tick.label);
        }
        double last = 0.0;
        for (double const time : source_.collected.events()) {
            double const x = x_of(time);
            if (x - last < closest_marks) continue;
            canvas.line({x, top}, {x, top + height}, LineStyle::event);
            last = x;
        }
    }

    void draw_curve(Canvas& canvas, Series const& shown, Range range, double top, double height,
                    std::size_t colour) const {
        std::vector<CanvasPoint> points;
        for (Point const& point : shown.points()) {
            points.push_back({x_of(point.time), top + height - (point.value - range.low) / range.span() * height});
        }
        canvas.curve(points, colour);
    }

    void draw_legend(Canvas& canvas, PlotPanel const& panel, Legend const& legend, double top) const {
        for (std::size_t i = 0; i < panel.curves.size(); ++i) {
            CanvasPoint const place{left_margin + legend.places[i].x, top + legend.places[i].y - 4.0};
            CanvasPoint const sample[] = {{place.x, place.y - 4.0}, {place.x + 22.0, place.y - 4.0}};
            canvas.curve(sample, i);
            canvas.text({place.x + legend_sample, place.y}, TextAnchor::start, TextStyle::label,
                        variable(panel.curves[i]).name);
        }
        CanvasPoint const behind{left_margin + legend.places.back().x, top + legend.places.back().y - 4.0};
        if (panel.left_out > 0) {
            canvas.text(behind, TextAnchor::start, TextStyle::tick,
                        "… and " + std::to_string(panel.left_out) + " more");
        }
        if (panel.unit.empty()) return;
        std::string const unit = "[" + panel.unit + "]";
        bool const fits = estimated_width(TextStyle::tick, unit) < left_margin - 12.0;
        canvas.text({fits ? left_margin - 8.0 : 4.0, behind.y}, fits ? TextAnchor::end : TextAnchor::start,
                    TextStyle::tick, unit);
    }

    void draw_numbers(Canvas& canvas, PlotPanel const& panel, double top) const {
        double low = series(panel.curves.front()).lowest();
        double high = series(panel.curves.front()).highest();
        for (std::size_t const curve : panel.curves) {
            low = std::min(low, series(curve).lowest());
            high = std::max(high, series(curve).highest());
        }
        Range const range = padded_range(low, high);
        for (Tick const& tick : nice_ticks(range.low, range.high, 6)) {
            double const y = top + number_height - (tick.value - range.low) / range.span() * number_height;
            canvas.line({left_margin, y}, {left_margin + plot_width, y},
                        tick.value == 0.0 ? LineStyle::zero : LineStyle::grid);
            canvas.text({left_margin - 8.0, y + 4.0}, TextAnchor::end, TextStyle::tick, tick.label);
        }
        for (std::size_t i = 0; i < panel.curves.size(); ++i) {
            draw_curve(canvas, series(panel.curves[i]), range, top, number_height, i);
        }
    }

    void draw_lanes(Canvas& canvas, PlotPanel const& panel, double top) const {
        double lane_top = top;
        for (std::size_t const curve : panel.curves) {
            canvas.line({left_margin, lane_top + lane_height}, {left_margin + plot_width, lane_top + lane_height},
                        LineStyle::zero);
            draw_curve(canvas, series(curve), {-0.25, 1.25}, lane_top + lane_name_height,
                       lane_height - lane_name_height, 0);
            canvas.text({left_margin + 6.0, lane_top + 13.0}, TextAnchor::start, TextStyle::tick, variable(curve).name);
            lane_top += lane_height;
        }
        if (panel.left_out > 0) {
            canvas.text({left_margin, top - 6.0}, TextAnchor::start, TextStyle::tick,
                        "… and " + std::to_string(panel.left_out) + " more");
        }
    }

    PlotSource const& source_;
    std::vector<PlotPanel> panels_;
    std::vector<Legend> legends_;  // by panel
    Range time_;
};

}  // namespace

std::string draw_svg(PlotSource const& source) {
    PlotDrawing const drawing(source);
    SvgCanvas canvas(picture_width, drawing.height());
    drawing.draw(canvas);
    return canvas.finish();
}

PngResult draw_png(PlotSource const& source) {
    PngResult result;
    result.error = PngCanvas::problem();
    if (!result.error.empty()) return result;
    PlotDrawing const drawing(source);
    PngCanvas canvas(picture_width, drawing.height());
    drawing.draw(canvas);
    result.file = canvas.finish();
    if (result.file.empty()) result.error = "the library cairo cannot make this picture";
    return result;
}

}  // namespace moo::runtime
