#include "runtime/instance/delay_lines.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "runtime/instance/host_memory.h"
#include "runtime/values/infinity.h"

namespace moo::runtime {

namespace {

double rounding_of(double time) { return 4.0 * std::numeric_limits<double>::epsilon() * std::abs(time); }

}  // namespace

void DelayLine::record(double time, double value) {
    // A step that was taken back by a crossing has not been recorded, so times never decrease.
    bool const is_event = !points_.empty() && points_.back().time >= time;
    if (is_event && points_.back().value == value) return;
    points_.push_back({time, value, is_event});
    if (is_event) jumps_.push_back(time);
}

void DelayLine::clear() {
    points_.clear();
    jumps_.clear();
}

void DelayLine::carry(StateStream& state) {
    state.list(points_, [](StateStream& s, Point& point) { s.numbers(point.time, point.value, point.is_event); });
    state.list(jumps_, [](StateStream& s, double& time) { s.numbers(time); });
}

double DelayLine::next_jump(double time) const {
    auto const found = std::upper_bound(jumps_.begin(), jumps_.end(), time);
    return found == jumps_.end() ? infinity : *found;
}

void DelayLine::forget_before(double oldest) {
    // Interpolation looks two points back.
    while (points_.size() > 4 && points_[3].time < oldest) points_.pop_front();
    while (!jumps_.empty() && jumps_.front() < oldest) jumps_.pop_front();
}

double DelayLine::interpolate(std::size_t above, double time) const {
    // Points `first` to `last` - 1 are between two events; at most two on either side of `time` are used.
    std::size_t first = above - 1;
    if (first > 0 && !points_[first].is_event) --first;
    std::size_t last = above + 1;
    if (last < points_.size() && !points_[last].is_event) ++last;
    // A constant value is passed on exactly, without rounding.
    auto const stands = [&](Point const& point) { return point.value == points_[first].value; };
    auto const at = [&](std::size_t i) { return points_.begin() + static_cast<std::ptrdiff_t>(i); };
    if (std::all_of(at(first), at(last), stands)) return points_[first].value;
    // Lagrange's formula.
    double sum = 0.0;
    for (std::size_t i = first; i < last; ++i) {
        double term = points_[i].value;
        for (std::size_t j = first; j < last; ++j) {
            if (j != i) term *= (time - points_[j].time) / (points_[i].time - points_[j].time);
        }
        sum += term;
    }
    return sum;
}

double DelayLine::value_at(double time, double now, double value) const {
    if (points_.empty() || time >= now) return value;
    if (time <= points_.front().time) return points_.front().value;
    // (t + T) - T is not always t.
    double const jump = jumps_.empty() ? infinity : next_jump(time);
    if (jump - time <= rounding_of(now)) time = jump;
    auto const above = std::upper_bound(points_.begin(), points_.end(), time,
                                        [](double t, Point const& point) { return t < point.time; });
    if (above == points_.end()) {
        // The delay is shorter than the step: interpolate between the two ends of the step.
        Point const& last = points_.back();
        if (now <= last.time) return last.value;
        return last.value + (value - last.value) * (time - last.time) / (now - last.time);
    }
    // At the time of an event there are points for both sides; the later one counts.
    std::size_t const index = static_cast<std::size_t>(above - points_.begin());
    if (points_[index - 1].time == time) return points_[index - 1].value;
    return interpolate(index, time);
}

void DelayLines::record(double time) {
    for (std::size_t i = 0; i < lines_.size(); ++i) {
        lines_[i].record(time, values_[2 * i]);
        // Output points within the last step are still to come.
        lines_[i].forget_before(last_time_ - values_[2 * i + 1]);
    }
    last_time_ = time;
}

double DelayLines::next_jump(double now) const {
    double next = infinity;
    for (std::size_t i = 0; i < lines_.size(); ++i) {
        double const longest = values_[2 * i + 1];
        next = std::min(next, lines_[i].next_jump(now - longest + rounding_of(now)) + longest);
    }
    return next;
}

void DelayLines::clear() {
    for (DelayLine& line : lines_) line.clear();
    last_time_ = -infinity;
}

void DelayLines::carry(StateStream& state) {
    state.fixed(lines_, [](StateStream& s, DelayLine& line) { line.carry(s); });
    state.fixed(values_);
    state.numbers(last_time_);
}

}  // namespace moo::runtime

extern "C" double moo_delay(MooInstance* m, uint32_t index, double value, double by) {
    auto* memory = static_cast<moo::runtime::HostMemory*>(m->memory);
    if (memory == nullptr || !(by > 0.0)) return value;
    return memory->delays[index].value_at(m->time - by, m->time, value);
}
