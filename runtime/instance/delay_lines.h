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
    // The same time again is the other side of an event.
    void record(double time, double value);
    // Discards values older than `oldest`.
    void forget_before(double oldest);
    // What the expression was at `time`; `now` and `value` are those of a step that is only being tried.
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
    // Room for what the model computes: by delay, its value and how long that is remembered.
    [[nodiscard]] double* values() { return values_.data(); }
    void record(double time);
    // When a jump comes out of a line again, after `now`. For a varying delay, the longest possible one is used.
    [[nodiscard]] double next_jump(double now) const;
    void clear();
    void carry(StateStream& state);

private:
    std::vector<DelayLine> lines_;
    std::vector<double> values_;
    double last_time_ = -std::numeric_limits<double>::infinity();
};

}  // namespace moo::runtime
