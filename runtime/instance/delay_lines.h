// The past of delayed expressions.
#pragma once

#include <cstdint>
#include <deque>
#include <limits>
#include <vector>

#include "runtime/instance/state_stream.h"

namespace moo::runtime {

// Remembers values at accepted steps. Between them it interpolates by a cubic through the four nearest points, but
// never across an event, where the value may have jumped.
class DelayLine {
public:
    // Recording the same time again gives the other side of an event.
    void record(double time, double value);
    // Discards values older than `oldest`.
    void forget_before(double oldest);
    // The value of the expression at `time`; `now` and `value` are those of a step that is only being tried.
    [[nodiscard]] double value_at(double time, double now, double value) const;
    // The first jump after `time`; infinity if there is none.
    [[nodiscard]] double next_jump(double time) const;
    void clear();
    void carry(StateStream& state);

private:
    struct Point {
        double time;
        double value;
        bool is_event;  // the first point after one
    };
    [[nodiscard]] double interpolate(std::size_t above, double time) const;

    std::deque<Point> points_;
    std::deque<double> jumps_;  // times at which the value jumped
};

class DelayLines {
public:
    explicit DelayLines(std::uint32_t count) : lines_(count), values_(2 * std::size_t{count}) {}

    [[nodiscard]] DelayLine& operator[](std::uint32_t index) { return lines_[index]; }
    // Space for values that the model computes: for each delay, its value and how long to remember it.
    [[nodiscard]] double* values() { return values_.data(); }
    void record(double time);
    // The time at which the next jump leaves a line, after `now`. For a variable delay, the longest possible delay is
    // used.
    [[nodiscard]] double next_jump(double now) const;
    void clear();
    void carry(StateStream& state);

private:
    std::vector<DelayLine> lines_;
    std::vector<double> values_;
    double last_time_ = -std::numeric_limits<double>::infinity();
};

}  // namespace moo::runtime
