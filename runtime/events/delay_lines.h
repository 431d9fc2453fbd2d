// The past of delayed expressions.
#pragma once

#include <cstdint>
#include <deque>
#include <limits>
#include <vector>

namespace moo::runtime {

// Remembers values at accepted steps. Between them it interpolates by a cubic through the four nearest points, but
// never across an event, where the value may have jumped.
class DelayLine {
public:
    // The same time again is the other side of an event.
    void record(double time, double value);
    // Forgets what is older than `oldest`.
    void forget_before(double oldest);
    // What the expression was at `time`; `now` and `value` are those of a step that is only being tried.
    [[nodiscard]] double value_at(double time, double now, double value) const;
    void clear() { points_.clear(); }

private:
    struct Point {
        double time;
        double value;
        bool is_event;  // the first point behind one
    };
    [[nodiscard]] double interpolate(std::size_t above, double time) const;

    std::deque<Point> points_;
};

class DelayLines {
public:
    explicit DelayLines(std::uint32_t count) : lines_(count), values_(2 * std::size_t{count}) {}

    [[nodiscard]] DelayLine& operator[](std::uint32_t index) { return lines_[index]; }
    // Room for what the model computes: by delay, its value and how long that is remembered.
    [[nodiscard]] double* values() { return values_.data(); }
    void record(double time);
    void clear();

private:
    std::vector<DelayLine> lines_;
    std::vector<double> values_;
    double last_time_ = -std::numeric_limits<double>::infinity();
};

}  // namespace moo::runtime
