#include "tests/survey/compare_trajectories.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <deque>
#include <fstream>

#include "tests/survey/plain_text.h"

namespace moo::survey {

namespace {

constexpr int tube_digits = 6;  // of numbers in messages

// The value of a curve at a time within it, `i` being the last point that is not later.
double interpolate(Curve curve, std::size_t i, double time) {
    if (i + 1 >= curve.time.size() || curve.time[i] == time) return curve.value[i];
    double const part = (time - curve.time[i]) / (curve.time[i + 1] - curve.time[i]);
    return curve.value[i] + part * (curve.value[i + 1] - curve.value[i]);
}

// Lowest and highest value of a curve over a window of time that moves forward. Every point enters and leaves each
// queue once, so the whole walk is linear.
class MovingWindow {
public:
    explicit MovingWindow(Curve curve) : curve_(curve) {}

    struct Range {
        double lowest;
        double highest;
    };
    // Both ends never go back.
    Range over(double from, double to) {
        from = std::clamp(from, curve_.time.front(), curve_.time.back());
        to = std::clamp(to, curve_.time.front(), curve_.time.back());
        for (; next_ < curve_.time.size() && curve_.time[next_] <= to; ++next_) enter(next_);
        while (!low_.empty() && curve_.time[low_.front()] < from) low_.pop_front();
        while (!high_.empty() && curve_.time[high_.front()] < from) high_.pop_front();
        // The ends of the window lie on lines between points. The last points that are not later than the ends:
        while (before_from_ + 1 < curve_.time.size() && curve_.time[before_from_ + 1] < from) ++before_from_;
        double const at_from = interpolate(curve_, before_from_, from);
        double const at_to = interpolate(curve_, next_ - 1, to);
        Range range{std::min(at_from, at_to), std::max(at_from, at_to)};
        if (!low_.empty()) range.lowest = std::min(range.lowest, curve_.value[low_.front()]);
        if (!high_.empty()) range.highest = std::max(range.highest, curve_.value[high_.front()]);
        return range;
    }

private:
    void enter(std::size_t i) {
        while (!low_.empty() && curve_.value[low_.back()] >= curve_.value[i]) low_.pop_back();
        while (!high_.empty() && curve_.value[high_.back()] <= curve_.value[i]) high_.pop_back();
        low_.push_back(i);
        high_.push_back(i);
    }

    Curve curve_;
    std::deque<std::size_t> low_;
    std::deque<std::size_t> high_;
    std::size_t next_ = 0;
    std::size_t before_from_ = 0;
};

double time_width(Curve reference, double tolerance) {
    double const span = reference.time.back() - reference.time.front();
    return tolerance * std::max(span, std::abs(reference.time.front()));
}

double value_width(Curve reference, double tolerance) {
    auto const [low, high] = std::minmax_element(reference.value.begin(), reference.value.end());
    return tolerance * std::max({*high - *low, std::abs(*low), 1e-3});
}

// The points at which a result is looked at, in the order of time.
std::vector<std::pair<double, double>> points_to_check(Curve reference, Curve result) {
    std::vector<std::pair<double, double>> points;
    points.reserve(reference.time.size() + result.time.size());
    std::size_t next = 0;
    for (double const time : reference.time) {
        for (; next < result.time.size() && result.time[next] <= time; ++next) {
            points.emplace_back(result.time[next], result.value[next]);
        }
        // Between its points the result is a straight line. A reference that is far finer than it shows here.
        bool const is_between = next > 0 && next < result.time.size();
        if (is_between) points.emplace_back(time, interpolate(result, next - 1, time));
    }
    for (; next < result.time.size(); ++next) points.emplace_back(result.time[next], result.value[next]);
    return points;
}

bool all_finite(std::span<double const> values) {
    return std::all_of(values.begin(), values.end(), [](double value) { return std::isfinite(value); });
}

std::string outside_text(std::string const& name, TubeReport const& report) {
    return "`" + name + "` is " + number_text(report.value, tube_digits) + " at time " +
           number_text(report.time, tube_digits) + ", outside the tube from " +
           number_text(report.lowest, tube_digits) + " to " + number_text(report.highest, tube_digits);
}

}  // namespace

TubeReport compare_curves(Curve reference, Curve result, double tolerance) {
    double const dt = time_width(reference, tolerance);
    double const dv = value_width(reference, tolerance);
    MovingWindow window(reference);
    double const first = reference.time.front() - dt;
    double const last = reference.time.back() + dt;
    for (auto const& [time, value] : points_to_check(reference, result)) {
        // The result before and after the reference cannot be judged.
        if (time < first || time > last) continue;
        auto const range = window.over(time - dt, time + dt);
        double const lowest = range.lowest - dv;
        double const highest = range.highest + dv;
        // Written in this way, a NaN is outside.
        if (!(value >= lowest && value <= highest)) return {false, time, value, lowest, highest};
    }
    return {};
}

TrajectoryReport compare_trajectories(Trajectory const& reference, Trajectory const& result,
                                      std::vector<std::string> const& signals, double tolerance) {
    TrajectoryReport report;
    auto const complain = [&](char const* kind, std::string message) {
        ++report.outside;
        if (!report.message.empty()) return;
        report.kind = kind;
        report.message = std::move(message);
    };
    if (!reference.error.empty()) complain("FileUnreadable", "the reference: " + reference.error);
    if (!result.error.empty()) complain("FileUnreadable", "the result: " + result.error);
    if (report.outside > 0) return report;
    double const dt = time_width({reference.time, {}}, tolerance);
    if (result.time.front() > reference.time.front() + dt || result.time.back() < reference.time.back() - dt) {
        complain("TrajectoryEnds", "the result goes from " + number_text(result.time.front(), tube_digits) + " to " +
                                       number_text(result.time.back(), tube_digits) + ", the reference from " +
                                       number_text(reference.time.front(), tube_digits) + " to " +
                                       number_text(reference.time.back(), tube_digits));
        return report;
    }
    for (std::string const& name : signals.empty() ? reference.names : signals) {
        ++report.compared;
        auto const* const expected = reference.find(name);
        auto const* const found = result.find(name);
        if (expected == nullptr || found == nullptr) {
            complain("SignalMissing", "`" + name + "` is not in the " + (expected == nullptr ? "reference" : "result"));
        } else if (!all_finite(*expected)) {
            complain("FileUnreadable", "the reference: `" + name + "` is not finite");
        } else if (TubeReport const tube =
                       compare_curves({reference.time, *expected}, {result.time, *found}, tolerance);
                   !tube.inside) {
            complain("TrajectoryDiffers", outside_text(name, tube));
            if (report.signal.empty()) {
                report.signal = name;
                report.tube = tube;
            }
        }
    }
    if (report.compared == 0) complain("SignalMissing", "the reference has no signals");
    if (report.outside > 1) report.message += "; " + std::to_string(report.outside) + " signals differ";
    return report;
}

std::vector<std::string> read_signal_list(std::filesystem::path const& file) {
    std::vector<std::string> names;
    std::ifstream in(file);
    for (std::string line; std::getline(in, line);) {
        while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.pop_back();
        bool const is_comment = line.starts_with("//");
        if (!line.empty() && !is_comment && line != "time" && line != "Time") names.push_back(line);
    }
    return names;
}

}  // namespace moo::survey
