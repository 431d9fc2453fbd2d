#include "runtime/results/svg_canvas.h"

#include <algorithm>
#include <cmath>

#include "runtime/text/markup_text.h"
#include "runtime/text/number_text.h"

namespace moo::runtime {

namespace {

// Two decimals: a hundredth of a pixel is fine enough.
std::string coordinate(double value) { return number_text(std::round(value * 100.0) / 100.0); }

char const* class_of(TextStyle style) {
    switch (style) {
        case TextStyle::title: return "title";
        case TextStyle::subtitle: return "subtitle";
        case TextStyle::label: return "label";
        case TextStyle::tick: return "tick";
    }
    return "";
}

char const* class_of(LineStyle style) {
    switch (style) {
        case LineStyle::grid: return "grid";
        case LineStyle::zero: return "zero";
        case LineStyle::event: return "event";
    }
    return "";
}

char const* name_of(TextAnchor anchor) {
    switch (anchor) {
        case TextAnchor::start: return "start";
        case TextAnchor::middle: return "middle";
        case TextAnchor::end: return "end";
    }
    return "";
}

std::string style_sheet() {
    std::string light;
    std::string dark;
    for (std::size_t i = 0; i < curve_colours.size(); ++i) {
        std::string const selector = ".c" + std::to_string(i) + " { stroke: ";
        light += selector + colour_text(curve_colours[i].on_light) + "; }\n";
        dark += "  " + selector + colour_text(curve_colours[i].on_dark) + "; }\n";
    }
    return "<style>\n"
           "text { font-family: 'DejaVu Sans', Verdana, Helvetica, Arial, sans-serif; fill: #333; }\n"
           ".title { font-size: 17px; font-weight: bold; }\n"
           ".subtitle { font-size: 13px; fill: #666; }\n"
           ".label { font-size: 13px; }\n"
           ".tick { font-size: 12px; fill: #555; }\n"
           ".paper { fill: white; }\n"
           ".grid { stroke: #e4e4e4; }\n"
           ".zero { stroke: #bdbdbd; }\n"
           ".event { stroke: #c9b26a; stroke-dasharray: 2 3; }\n"
           ".frame { fill: none; stroke: #999; }\n"
           ".curve { fill: none; stroke-width: 1.8; stroke-linejoin: round; }\n" +
           light +
           "@media (prefers-color-scheme: dark) {\n"
           "  text, .label { fill: #ddd; }\n"
           "  .subtitle, .tick { fill: #aaa; }\n"
           "  .paper { fill: #16181c; }\n"
           "  .grid { stroke: #2c3036; }\n"
           "  .zero { stroke: #4a5058; }\n"
           "  .event { stroke: #6d6136; }\n"
           "  .frame { stroke: #666; }\n" +
           dark +
           "}\n"
           "</style>\n";
}

}  // namespace

SvgCanvas::SvgCanvas(double width, double height) {
    std::string const size = coordinate(width) + "\" height=\"" + coordinate(height);
    svg_ = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + size + "\" viewBox=\"0 0 " + coordinate(width) + " " +
           coordinate(height) + "\">\n" + style_sheet() + "<rect width=\"100%\" height=\"100%\" class=\"paper\"/>\n";
}

void SvgCanvas::line(CanvasPoint from, CanvasPoint to, LineStyle style) {
    svg_ += "<line x1=\"" + coordinate(from.x) + "\" y1=\"" + coordinate(from.y) + "\" x2=\"" + coordinate(to.x) +
            "\" y2=\"" + coordinate(to.y) + "\" class=\"" + class_of(style) + "\"/>\n";
}

void SvgCanvas::frame(CanvasPoint corner, double width, double height) {
    svg_ += "<rect x=\"" + coordinate(corner.x) + "\" y=\"" + coordinate(corner.y) + "\" width=\"" + coordinate(width) +
            "\" height=\"" + coordinate(height) + "\" class=\"frame\"/>\n";
}

void SvgCanvas::curve(std::span<CanvasPoint const> points, std::size_t colour) {
    svg_ += "<path class=\"curve c" + std::to_string(colour) + "\" d=\"";
    std::string last;
    for (CanvasPoint const& point : points) {
        std::string place = coordinate(point.x) + " " + coordinate(point.y);
        if (place == last) continue;
        svg_ += (last.empty() ? "M" : "L") + place;
        last = std::move(place);
    }
    svg_ += "\"/>\n";
}

void SvgCanvas::text(CanvasPoint place, TextAnchor anchor, TextStyle style, std::string_view content) {
    svg_ += "<text x=\"" + coordinate(place.x) + "\" y=\"" + coordinate(place.y) + "\" text-anchor=\"" +
            name_of(anchor) + "\" class=\"" + class_of(style) + "\">" + xml_text(content) + "</text>\n";
}

std::string SvgCanvas::finish() { return std::move(svg_) + "</svg>\n"; }

}  // namespace moo::runtime
