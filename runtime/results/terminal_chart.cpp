#include "runtime/results/terminal_chart.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>

#include "runtime/results/axis.h"
#include "runtime/text/number_text.h"

namespace moo::runtime {

namespace {

constexpr int chart_columns = 64;
constexpr int chart_lines = 12;
constexpr int dots_x = 2 * chart_columns;
constexpr int dots_y = 4 * chart_lines;
constexpr std::size_t label_width = 9;

class DotCanvas {
public:
    void draw_line(int x0, int y0, int x1, int y1) {
        int const steps = std::max({std::abs(x1 - x0), std::abs(y1 - y0), 1});
        for (int i = 0; i <= steps; ++i) {
            double const share = static_cast<double>(i) / steps;
            set(x0 + static_cast<int>(std::lround(share * (x1 - x0))),
                y0 + static_cast<int>(std::lround(share * (y1 - y0))));
        }
    }

    [[nodiscard]] std::string line_text(int line) const {
        std::string text;
        for (int column = 0; column < chart_columns; ++column) {
            // Braille patterns are U+2800 to U+28FF, one bit for each dot.
            auto const dots = cells_[static_cast<std::size_t>(line * chart_columns + column)];
            text += '\xe2';
            text += static_cast<char>(0xa0 | (dots >> 6));
            text += static_cast<char>(0x80 | (dots & 0x3f));
        }
        return text;
    }

private:
    void set(int x, int y) {
        static constexpr std::array<std::array<std::uint8_t, 2>, 4> bits{
            {{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}}};
        x = std::clamp(x, 0, dots_x - 1);
        y = std::clamp(y, 0, dots_y - 1);
        auto& cell = cells_[static_cast<std::size_t>((y / 4) * chart_columns + x / 2)];
        cell = static_cast<std::uint8_t>(cell | bits[static_cast<std::size_t>(y % 4)][static_cast<std::size_t>(x % 2)]);
    }

    std::array<std::uint8_t, chart_columns * chart_lines> cells_{};
};

std::string right_aligned(std::string const& text) {
    return std::string(text.size() < label_width ? label_width - text.size() : 0, ' ') + text;
}

}  // namespace

std::string draw_terminal_chart(std::string_view title, Series const& series, double start, double stop) {
    Range const range = padded_range(series.lowest(), series.highest());
    double const span = stop > start ? stop - start : 1.0;
    DotCanvas canvas;
    bool first = true;
    int last_x = 0;
    int last_y = 0;
    for (Point const& point : series.points()) {
        int const x = static_cast<int>(std::lround((point.time - start) / span * (dots_x - 1)));
        int const y = static_cast<int>(std::lround((range.high - point.value) / range.span() * (dots_y - 1)));
        canvas.draw_line(first ? x : last_x, first ? y : last_y, x, y);
        first = false;
        last_x = x;
        last_y = y;
    }

    // Each tick labels the line it falls into.
    std::array<std::string, chart_lines> labels;
    for (Tick const& tick : nice_ticks(range.low, range.high, 4)) {
        auto const line = static_cast<int>((range.high - tick.value) / range.span() * chart_lines);
        labels[static_cast<std::size_t>(std::clamp(line, 0, chart_lines - 1))] = tick.label;
    }
    std::string text = std::string(label_width + 2, ' ') + std::string(title) + "\n";
    for (int line = 0; line < chart_lines; ++line) {
        std::string const& label = labels[static_cast<std::size_t>(line)];
        text += right_aligned(label) + (label.empty() ? " │" : " ┤") + canvas.line_text(line) + "\n";
    }
    std::string const begin = rounded_text(start, 4);
    std::string const end = "t = " + rounded_text(stop, 4);
    std::size_t const used = begin.size() + end.size();
    text += std::string(label_width + 1, ' ') + "└";
    for (int column = 0; column < chart_columns; ++column) text += "─";
    text += "\n" + std::string(label_width + 2, ' ') + begin +
            std::string(used < chart_columns ? chart_columns - used : 1, ' ') + end + "\n";
    return text;
}

}  // namespace moo::runtime
