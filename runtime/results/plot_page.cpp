#include "runtime/results/plot_page.h"

#include <string_view>

#include "runtime/results/canvas.h"
#include "runtime/results/plot_panels.h"
#include "runtime/text/markup_text.h"
#include "runtime/text/number_text.h"

namespace moo::runtime {

namespace {

constexpr int time_digits = 12;
constexpr int value_digits = 8;  // more than anyone can see

template <class Items, class Append>
std::string json_list(Items const& items, Append const& append) {
    std::string text = "[";
    bool first = true;
    for (auto const& item : items) {
        if (!first) text += ',';
        first = false;
        text += append(item);
    }
    return text + "]";
}

std::string json_curve(MooVariable const& variable, Series const& series, std::size_t colour) {
    std::vector<Point> const points = series.points();
    return "{\"name\":" + json_string(variable.name) + ",\"description\":" + json_string(variable.description) +
           ",\"colour\":" + std::to_string(colour) +
           ",\"t\":" + json_list(points, [](Point const& p) { return rounded_text(p.time, time_digits); }) +
           ",\"v\":" + json_list(points, [](Point const& p) { return rounded_text(p.value, value_digits); }) + "}";
}

std::string json_panel(PlotSource const& source, PlotPanel const& panel) {
    std::size_t next = 0;
    std::string const curves = json_list(panel.curves, [&](std::size_t curve) {
        std::size_t const colour = panel.has_lanes ? 0 : next++;
        return json_curve(source.model.variables[source.collected.slots()[curve]], source.collected.series()[curve],
                          colour);
    });
    return "{\"unit\":" + json_string(panel.unit) + ",\"lanes\":" + (panel.has_lanes ? "true" : "false") +
           ",\"leftOut\":" + std::to_string(panel.left_out) + ",\"curves\":" + curves + "}\n";
}

std::string json_data(PlotSource const& source) {
    return "{\"title\":" + json_string(source.model.name) +
           ",\"description\":" + json_string(source.model.description) + ",\"start\":" + number_text(source.start) +
           ",\"stop\":" + number_text(source.stop) + ",\"colours\":" +
           json_list(curve_colours,
                     [](CurveColour c) {
                         return "[\"" + colour_text(c.on_light) + "\",\"" + colour_text(c.on_dark) + "\"]";
                     }) +
           ",\"eventCount\":" + std::to_string(source.collected.event_count()) + ",\n\"events\":" +
           json_list(source.collected.events(), [](double time) { return rounded_text(time, time_digits); }) +
           ",\n\"panels\":" +
           json_list(arrange_panels(source.model, source.collected),
                     [&](PlotPanel const& panel) { return json_panel(source, panel); }) +
           "}";
}

}  // namespace

std::string draw_page(PlotSource const& source) {
    std::string page;
    std::string_view rest = plot_page_text;
    auto const fill = [&](std::string_view mark, std::string const& text) {
        std::size_t const at = rest.find(mark);
        page += rest.substr(0, at);
        page += text;
        rest.remove_prefix(at + mark.size());
    };
    fill("{{title}}", xml_text(source.model.name));
    fill("{{data}}", json_data(source));
    return page += rest;
}

}  // namespace moo::runtime
