#include "tests/survey/plot_difference.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "tests/survey/plain_text.h"
#include "tests/survey/report.h"

namespace moo::survey {

namespace {

constexpr int label_digits = 4;

constexpr double plot_width = 300.0;
constexpr double plot_height = 100.0;
constexpr double text_height = 14.0;
constexpr std::size_t slices = 150;

struct Frame {
    double first_time;
    double last_time;
    double lowest;
    double highest;

    [[nodiscard]] double x(double time) const {
        double const span = last_time - first_time;
        return span > 0.0 ? plot_width * std::clamp((time - first_time) / span, 0.0, 1.0) : 0.0;
    }
    [[nodiscard]] double y(double value) const {
        double const span = highest - lowest;
        return text_height + (span > 0.0 ? plot_height * (highest - value) / span : plot_height / 2.0);
    }
};

// Of a long curve the first, lowest, highest and last point of each slice of time, in this order: looks the same.
std::string curve_path(Frame const& frame, Curve curve) {
    std::string path;
    auto const add = [&](std::size_t i) {
        path += (path.empty() ? "M" : "L") + fixed_text(frame.x(curve.time[i]), 1) + " " +
                fixed_text(frame.y(curve.value[i]), 1);
    };
    auto const slice_of = [&](std::size_t i) {
        return static_cast<std::size_t>(frame.x(curve.time[i]) / plot_width * static_cast<double>(slices));
    };
    for (std::size_t i = 0; i < curve.time.size();) {
        std::size_t low = i;
        std::size_t high = i;
        std::size_t end = i;
        for (; end < curve.time.size() && slice_of(end) == slice_of(i); ++end) {
            if (curve.value[end] < curve.value[low]) low = end;
            if (curve.value[end] > curve.value[high]) high = end;
        }
        add(i);
        if (end - i > 2) {
            add(std::min(low, high));
            add(std::max(low, high));
        }
        if (end - i > 1) add(end - 1);
        i = end;
    }
    return path;
}

// The part of a result within the time of the reference that can be drawn.
struct Drawn {
    std::vector<double> time;
    std::vector<double> value;
};
Drawn drawable(Curve curve, double first, double last) {
    Drawn drawn;
    for (std::size_t i = 0; i < curve.time.size(); ++i) {
        if (curve.time[i] < first || curve.time[i] > last || !std::isfinite(curve.value[i])) continue;
        drawn.time.push_back(curve.time[i]);
        drawn.value.push_back(curve.value[i]);
    }
    return drawn;
}

std::string label(double x, double y, char const* anchor, std::string const& text) {
    return "<text x=\"" + fixed_text(x, 1) + "\" y=\"" + fixed_text(y, 1) + "\" text-anchor=\"" + anchor +
           "\" font-size=\"10\">" + escape_html(text) + "</text>\n";
}

}  // namespace

std::string plot_difference(Trajectory const& reference, Trajectory const& result, TrajectoryReport const& report) {
    auto const* const expected = reference.find(report.signal);
    auto const* const found = result.find(report.signal);
    if (expected == nullptr || found == nullptr) return {};
    double const first = reference.time.front();
    double const last = reference.time.back();
    Drawn const drawn = drawable({result.time, *found}, first, last);
    Frame frame{first, last, expected->front(), expected->front()};
    for (auto const* const values : {expected, &drawn.value}) {
        for (double const value : *values) {
            frame.lowest = std::min(frame.lowest, value);
            frame.highest = std::max(frame.highest, value);
        }
    }
    double const bottom = text_height + plot_height;
    std::string const mark = fixed_text(frame.x(report.tube.time), 1);
    std::string const size =
        "width=\"" + fixed_text(plot_width, 0) + "\" height=\"" + fixed_text(bottom + text_height, 0);
    return "<svg xmlns=\"http://www.w3.org/2000/svg\" " + size + "\" viewBox=\"0 0 " + fixed_text(plot_width, 0) + " " +
           fixed_text(bottom + text_height, 0) + "\" role=\"img\" aria-label=\"result and reference\">\n" +
           "<path d=\"" + curve_path(frame, {reference.time, *expected}) +
           "\" fill=\"none\" stroke=\"#bbb\" stroke-width=\"4\"/>\n<path d=\"M" + mark + " " +
           fixed_text(text_height, 1) + "V" + fixed_text(bottom, 1) +
           "\" stroke=\"#888\" stroke-dasharray=\"2 2\"/>\n<path d=\"" + curve_path(frame, {drawn.time, drawn.value}) +
           "\" fill=\"none\" stroke=\"#c33\"/>\n" +
           label(0.0, text_height - 4.0, "start", number_text(frame.highest, label_digits)) +
           label(plot_width, text_height - 4.0, "end", report.signal) +
           label(0.0, bottom + text_height - 3.0, "start", number_text(frame.lowest, label_digits)) +
           label(plot_width, bottom + text_height - 3.0, "end",
                 number_text(first, label_digits) + " … " + number_text(last, label_digits) + " s") +
           "</svg>\n";
}

}  // namespace moo::survey
