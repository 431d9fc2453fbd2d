#include "runtime/instance/transport_lines.h"

#include <algorithm>

#include "runtime/instance/host_memory.h"

namespace moo::runtime {

void TransportLine::start(std::vector<double> const& points, std::vector<double> const& values) {
    points_.clear();
    is_anchored_ = false;
    for (std::size_t i = 0; i < points.size(); ++i) points_.push_back({points[i], values[i]});
    if (points_.empty()) points_ = {{0.0, 0.0}, {1.0, 0.0}};
}

void TransportLine::anchor(double position) {
    for (Point& point : points_) point.at -= position;
    is_anchored_ = true;
    last_position_ = position;
}

// Two points at the same position are a jump; the value after it, seen from the left, is used.
double TransportLine::value_at(double at) const {
    if (at <= points_.front().at) return points_.front().value;
    if (at >= points_.back().at) return points_.back().value;
    auto const above = std::upper_bound(points_.begin(), points_.end(), at,
                                        [](double place, Point const& point) { return place < point.at; });
    Point const& right = *above;
    Point const& left = *(above - 1);
    return left.value + (right.value - left.value) * (at - left.at) / (right.at - left.at);
}

double TransportLine::result(std::uint32_t which, double in0, double in1, double position, bool is_positive) const {
    if (which == 0 && is_positive) return in0;
    if (which == 1 && !is_positive) return in1;
    if (!is_anchored_) position = 0.0;
    double const left_end = -position;
    double const right_end = 1.0 - position;
    double const at = which == 0 ? left_end : right_end;
    // Positions beyond the recorded points are filled during this step: interpolate between the last point and that
    // end.
    auto const beyond = [at](Point const& last, double end, double value) {
        return last.value + (value - last.value) * (at - last.at) / (end - last.at);
    };
    if (is_positive && at < points_.front().at) return beyond(points_.front(), left_end, in0);
    if (!is_positive && at > points_.back().at) return beyond(points_.back(), right_end, in1);
    return value_at(at);
}

void TransportLine::record(double in0, double in1, double position, bool is_positive) {
    double const left_end = -position;
    double const right_end = 1.0 - position;
    if (is_positive) {
        if (left_end < points_.front().at || points_.front().value != in0) points_.push_front({left_end, in0});
    } else {
        if (right_end > points_.back().at || points_.back().value != in1) points_.push_back({right_end, in1});
    }
    // Forgets points that had left the pipe in the previous step, except one that is needed to interpolate the end;
    // output points within this step may still be computed.
    double const right_limit = std::max(right_end, 1.0 - last_position_);
    double const left_limit = std::min(left_end, -last_position_);
    while (points_.size() > 2 && points_[points_.size() - 2].at > right_limit) points_.pop_back();
    while (points_.size() > 2 && points_[1].at < left_limit) points_.pop_front();
    last_position_ = position;
}

void TransportLine::carry(StateStream& state) {
    state.list(points_, [](StateStream& s, Point& point) { s.numbers(point.at, point.value); });
    state.numbers(is_anchored_, last_position_);
    if (points_.empty() && is_anchored_) state.fail();
}

TransportLines::TransportLines(MooModel const& model)
    : lines_(model.transport_count), inputs_(inputs_each * model.transport_count) {}

bool TransportLines::start(MooInstance* m) {
    if (lines_.empty()) return true;
    MooModel const& model = *m->model;
    std::size_t total = 0;
    for (std::size_t i = 0; i < lines_.size(); ++i) total += 2 * std::size_t{model.transport_sizes[i]};
    std::vector<double> profiles(total);
    if (total > 0 && model.transport_profiles(m, profiles.data()) != MOO_OK) return false;
    double const* at = profiles.data();
    for (std::size_t i = 0; i < lines_.size(); ++i) {
        std::uint32_t const size = model.transport_sizes[i];
        lines_[i].start({at, at + size}, {at + size, at + 2 * size});
        at += 2 * size;
    }
    return true;
}

bool TransportLines::anchor(MooInstance* m) {
    if (lines_.empty()) return true;
    if (m->model->transports(m, inputs_.data()) != MOO_OK) return false;
    for (std::size_t i = 0; i < lines_.size(); ++i) lines_[i].anchor(inputs_[inputs_each * i + 2]);
    return true;
}

bool TransportLines::record(MooInstance* m) {
    if (lines_.empty()) return true;
    if (m->model->transports(m, inputs_.data()) != MOO_OK) return false;
    for (std::size_t i = 0; i < lines_.size(); ++i) {
        double const* const in = inputs_.data() + inputs_each * i;
        lines_[i].record(in[0], in[1], in[2], in[3] != 0.0);
    }
    return true;
}

void TransportLines::carry(StateStream& state) {
    state.fixed(lines_, [](StateStream& s, TransportLine& line) { line.carry(s); });
    state.fixed(inputs_);
}

}  // namespace moo::runtime

extern "C" double moo_transport(MooInstance* m, uint32_t index, uint32_t result, double in0, double in1,
                                double position, int is_positive) {
    auto* memory = static_cast<moo::runtime::HostMemory*>(m->memory);
    if (memory == nullptr) return result == 0 ? in0 : in1;
    return memory->transports[index].result(result, in0, in1, position, is_positive != 0);
}
