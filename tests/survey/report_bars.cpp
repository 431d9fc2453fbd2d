#include <algorithm>
#include <map>

#include "tests/survey/report.h"

namespace moo::survey {

namespace {

struct Bar {
    std::string label;
    std::size_t passed = 0;
    std::size_t total = 0;
};

constexpr double label_width = 270.0;
constexpr double bar_width = 480.0;
constexpr double line_height = 20.0;

void write_bar(std::string& svg, Bar const& bar, std::size_t largest, double y) {
    double const scale = largest == 0 ? 0.0 : bar_width / static_cast<double>(largest);
    double const passed = scale * static_cast<double>(bar.passed);
    double const total = scale * static_cast<double>(bar.total);
    std::string const top = fixed_text(y + 3.0, 1);
    auto const rectangle = [&](char const* style, double x, double width) {
        svg += "<rect class=\"" + std::string(style) + "\" x=\"" + fixed_text(label_width + x, 1) + "\" y=\"" + top +
               "\" width=\"" + fixed_text(width, 1) + "\" height=\"14\"/>\n";
    };
    std::string const baseline = fixed_text(y + 14.5, 1);
    svg += "<g><title>" + escape_html(bar.label) + "</title><text x=\"" + fixed_text(label_width - 8.0, 1) + "\" y=\"" +
           baseline + "\" text-anchor=\"end\">" + escape_html(bar.label) + "</text>\n";
    rectangle("passed", 0.0, passed);
    rectangle("failed", passed, std::max(total - passed, 0.0));
    svg += "<text x=\"" + fixed_text(label_width + total + 6.0, 1) + "\" y=\"" + baseline + "\">" +
           std::to_string(bar.passed) + " of " + std::to_string(bar.total) + "</text></g>\n";
}

}  // namespace

std::string write_bars(SurveyTable const& table) {
    std::vector<Bar> stages;
    for (StageCount const& count : count_stages(table)) stages.push_back({count.stage, count.passed, count.total});
    // A model of a sub-library has passed if it passed the last stage that was asked for.
    std::map<std::string_view, Bar> parts;
    for (Row const& row : table.rows) {
        bool const is_verify = !table.stages.empty() && table.stages.back() == "verify";
        if (is_verify && !row.has_reference) continue;
        Bar& bar = parts[sub_library(row.model)];
        ++bar.total;
        bar.passed += !table.stages.empty() && row.passed(table.stages.back()) ? 1u : 0u;
    }
    std::size_t largest_part = 0;
    for (auto& [name, bar] : parts) {
        bar.label = name;
        largest_part = std::max(largest_part, bar.total);
    }
    double const height = line_height * static_cast<double>(stages.size() + parts.size()) + 2.5 * line_height;
    std::string svg = "<svg role=\"img\" aria-label=\"counts per stage and per sub-library\" width=\"860\" height=\"" +
                      fixed_text(height, 0) + "\" viewBox=\"0 0 860 " + fixed_text(height, 0) +
                      "\" xmlns=\"http://www.w3.org/2000/svg\">\n";
    double y = 0.0;
    for (Bar const& bar : stages) {
        write_bar(svg, bar, table.rows.size(), y);
        y += line_height;
    }
    y += line_height;
    for (auto const& [name, bar] : parts) {
        write_bar(svg, bar, largest_part, y);
        y += line_height;
    }
    return svg + "</svg>\n";
}

}  // namespace moo::survey
