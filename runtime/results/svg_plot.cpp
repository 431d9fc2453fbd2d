#include "runtime/results/svg_plot.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <string_view>

#include "runtime/results/axis.h"
#include "runtime/results/number_text.h"

namespace moo::runtime {

namespace {

constexpr double width = 960.0;
constexpr double left = 76.0;
constexpr double right = 28.0;
constexpr double number_height = 300.0;
constexpr double lane_height = 34.0;
constexpr double panel_gap = 56.0;
constexpr double title_height = 56.0;
constexpr double axis_height = 32.0;
constexpr double plot_width = width - left - right;
constexpr std::size_t max_curves = 6;
constexpr std::size_t max_number_panels = 4;
constexpr std::size_t max_lanes = 10;

// Told apart by people with any kind of colour vision (after Okabe and Ito), darkened for thin lines.
constexpr std::array<char const*, max_curves> colours{"#0067a5", "#d1490c", "#00896b", "#b5578f", "#c98a00", "#3d3d3d"};

struct Panel {
    bool lanes = false;
    std::string unit;
    std::vector<std::size_t> curves;  // indices into the collector
    std::size_t left_out = 0;
    [[nodiscard]] double height() const {
        return lanes ? lane_height * static_cast<double>(curves.size()) : number_height;
    }
};

std::string escaped(std::string_view text) {
    std::string result;
    for (char const c : text) {
        switch (c) {
            case '&': result += "&amp;"; break;
            case '<': result += "&lt;"; break;
            case '>': result += "&gt;"; break;
            case '"': result += "&quot;"; break;
            default:
                // XML knows no other control characters.
                if (static_cast<unsigned char>(c) >= 0x20 || c == '\t' || c == '\n') result += c;
        }
    }
    return result;
}

// A hundredth of a pixel is as fine as a plot needs.
std::string coordinate(double value) { return number_text(std::round(value * 100.0) / 100.0); }

std::vector<Panel> arrange(MooModel const& model, SeriesCollector const& collected) {
    std::vector<Panel> panels;
    Panel lanes;
    lanes.lanes = true;
    for (std::size_t i = 0; i < collected.slots().size(); ++i) {
        MooVariable const& variable = model.variables[collected.slots()[i]];
        if (collected.series()[i].empty()) continue;
        if (variable.type == MOO_BOOLEAN) {
            if (lanes.curves.size() < max_lanes) {
                lanes.curves.push_back(i);
            } else {
                ++lanes.left_out;
            }
            continue;
        }
        auto panel = std::find_if(panels.begin(), panels.end(),
                                  [&](Panel const& candidate) { return candidate.unit == variable.unit; });
        if (panel == panels.end() && panels.size() < max_number_panels) {
            panels.push_back({false, variable.unit, {}, 0});
            panel = panels.end() - 1;
        }
        if (panel == panels.end() || panel->curves.size() == max_curves) {
            ++(panel == panels.end() ? panels.back() : *panel).left_out;
        } else {
            panel->curves.push_back(i);
        }
    }
    if (!lanes.curves.empty()) panels.push_back(lanes);
    return panels;
}

class SvgPlot {
public:
    SvgPlot(MooModel const& model, SeriesCollector const& collected, double start, double stop)
        : model_(model), collected_(collected), time_{start, stop > start ? stop : start + 1.0} {}

    std::string draw() {
        std::vector<Panel> const panels = arrange(model_, collected_);
        double height = title_height + axis_height;
        for (Panel const& panel : panels) height += panel.height() + panel_gap;
        open(height);
        double top = title_height;
        for (Panel const& panel : panels) {
            top += panel_gap - 16.0;
            if (panel.lanes) {
                draw_lanes(panel, top);
            } else {
                draw_numbers(panel, top);
            }
            top += panel.height() + 16.0;
        }
        text(left + plot_width / 2.0, height - 12.0, "middle", "label", "time [s]");
        svg_ += "</svg>\n";
        return std::move(svg_);
    }

private:
    void open(double height) {
        std::string const size = coordinate(width) + "\" height=\"" + coordinate(height);
        svg_ += "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + size + "\" viewBox=\"0 0 " + coordinate(width) +
                " " + coordinate(height) + "\">\n";
        svg_ +=
            "<style>\n"
            "text { font-family: 'DejaVu Sans', Verdana, Helvetica, Arial, sans-serif; fill: #333; }\n"
            ".title { font-size: 17px; font-weight: bold; }\n"
            ".subtitle { font-size: 13px; fill: #666; }\n"
            ".label { font-size: 13px; }\n"
            ".tick { font-size: 12px; fill: #555; }\n"
            ".grid { stroke: #e4e4e4; stroke-width: 1; }\n"
            ".zero { stroke: #bdbdbd; stroke-width: 1; }\n"
            ".frame { fill: none; stroke: #999; stroke-width: 1; }\n"
            ".curve { fill: none; stroke-width: 1.8; stroke-linejoin: round; }\n"
            "</style>\n";
        svg_ += "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n";
        text(left, 28.0, "start", "title", model_.name);
        if (std::strlen(model_.description) > 0) text(left, 48.0, "start", "subtitle", model_.description);
    }

    void text(double x, double y, char const* anchor, char const* style, std::string_view content) {
        svg_ += "<text x=\"" + coordinate(x) + "\" y=\"" + coordinate(y) + "\" text-anchor=\"" + anchor +
                "\" class=\"" + style + "\">" + escaped(content) + "</text>\n";
    }

    void line(double x1, double y1, double x2, double y2, char const* style) {
        svg_ += "<line x1=\"" + coordinate(x1) + "\" y1=\"" + coordinate(y1) + "\" x2=\"" + coordinate(x2) +
                "\" y2=\"" + coordinate(y2) + "\" class=\"" + style + "\"/>\n";
    }

    [[nodiscard]] double x_of(double time) const { return left + (time - time_.low) / time_.span() * plot_width; }

    void draw_time_axis(double top, double height) {
        for (Tick const& tick : nice_ticks(time_.low, time_.high, 10)) {
            line(x_of(tick.value), top, x_of(tick.value), top + height, "grid");
            text(x_of(tick.value), top + height + 17.0, "middle", "tick", tick.label);
        }
    }

    void draw_frame(double top, double height) {
        svg_ += "<rect x=\"" + coordinate(left) + "\" y=\"" + coordinate(top) + "\" width=\"" + coordinate(plot_width) +
                "\" height=\"" + coordinate(height) + "\" class=\"frame\"/>\n";
    }

    void draw_curve(Series const& series, Range range, double top, double height, char const* colour) {
        svg_ += "<path class=\"curve\" stroke=\"" + std::string(colour) + "\" d=\"";
        std::string last;
        for (Point const& point : series.points()) {
            double const y = top + height - (point.value - range.low) / range.span() * height;
            std::string place = coordinate(x_of(point.time)) + " " + coordinate(y);
            if (place == last) continue;
            svg_ += (last.empty() ? "M" : "L") + place;
            last = std::move(place);
        }
        svg_ += "\"/>\n";
    }

    // Names above the frame, each behind a piece of its line.
    void draw_legend(Panel const& panel, double y) {
        double x = left;
        for (std::size_t i = 0; i < panel.curves.size(); ++i) {
            MooVariable const& variable = model_.variables[collected_.slots()[panel.curves[i]]];
            svg_ += "<path class=\"curve\" stroke=\"" + std::string(colours[i]) + "\" d=\"M" + coordinate(x) + " " +
                    coordinate(y - 4.0) + "h22\"/>\n";
            text(x + 28.0, y, "start", "label", variable.name);
            // The width of text is unknown here; 8 pixels a character is a safe guess at this size.
            x += 28.0 + 8.0 * static_cast<double>(std::strlen(variable.name)) + 20.0;
        }
        if (panel.left_out > 0) text(x, y, "start", "tick", "… and " + std::to_string(panel.left_out) + " more");
        if (!panel.unit.empty()) text(left - 8.0, y, "end", "tick", "[" + panel.unit + "]");
    }

    void draw_numbers(Panel const& panel, double top) {
        double low = collected_.series()[panel.curves.front()].lowest();
        double high = collected_.series()[panel.curves.front()].highest();
        for (std::size_t const curve : panel.curves) {
            low = std::min(low, collected_.series()[curve].lowest());
            high = std::max(high, collected_.series()[curve].highest());
        }
        Range const range = padded_range(low, high);
        draw_time_axis(top, number_height);
        for (Tick const& tick : nice_ticks(range.low, range.high, 6)) {
            double const y = top + number_height - (tick.value - range.low) / range.span() * number_height;
            line(left, y, left + plot_width, y, tick.value == 0.0 ? "zero" : "grid");
            text(left - 8.0, y + 4.0, "end", "tick", tick.label);
        }
        for (std::size_t i = 0; i < panel.curves.size(); ++i) {
            draw_curve(collected_.series()[panel.curves[i]], range, top, number_height, colours[i]);
        }
        draw_frame(top, number_height);
        draw_legend(panel, top - 10.0);
    }

    void draw_lanes(Panel const& panel, double top) {
        draw_time_axis(top, panel.height());
        double lane_top = top;
        for (std::size_t const curve : panel.curves) {
            char const* name = model_.variables[collected_.slots()[curve]].name;
            draw_curve(collected_.series()[curve], {-0.25, 1.25}, lane_top, lane_height, colours[0]);
            line(left, lane_top + lane_height, left + plot_width, lane_top + lane_height, "zero");
            text(left - 8.0, lane_top + lane_height / 2.0 + 4.0, "end", "label", name);
            lane_top += lane_height;
        }
        draw_frame(top, panel.height());
        if (panel.left_out > 0) {
            text(left, top - 6.0, "start", "tick", "… and " + std::to_string(panel.left_out) + " more");
        }
    }

    MooModel const& model_;
    SeriesCollector const& collected_;
    Range time_;
    std::string svg_;
};

}  // namespace

std::string draw_svg(MooModel const& model, SeriesCollector const& collected, double start, double stop) {
    return SvgPlot(model, collected, start, stop).draw();
}

std::vector<std::uint32_t> plot_candidates(MooModel const& model) {
    std::vector<std::uint32_t> slots;
    for (std::uint32_t i = 0; i < model.variable_count; ++i) {
        if (model.variables[i].role == MOO_STATE && model.variables[i].hidden == 0) slots.push_back(i);
    }
    for (std::uint32_t i = 0; i < model.variable_count; ++i) {
        MooVariable const& variable = model.variables[i];
        bool const varies = variable.role == MOO_ALGEBRAIC || variable.role == MOO_DISCRETE;
        if (varies && variable.hidden == 0) slots.push_back(i);
    }
    // Beyond what panels and lanes can show there is no use in collecting.
    constexpr std::size_t most = max_curves * max_number_panels + max_lanes;
    if (slots.size() > most) slots.resize(most);
    return slots;
}

}  // namespace moo::runtime
