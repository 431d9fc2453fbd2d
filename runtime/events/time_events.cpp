#include "runtime/events/time_events.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "runtime/instance/host_memory.h"
#include "runtime/text/number_text.h"
#include "runtime/values/infinity.h"

namespace moo::runtime {

namespace {

// How long after its computed time a relation may change, relative to 1 + |time|, and the first distances to try.
constexpr double late_reach = 1e-7;
constexpr double smallest_distance = 0x1p-70;

// Whether an event at `due` happens at `now`.
bool is_due(double due, double now) {
    double const rounding = 16.0 * std::numeric_limits<double>::epsilon() * std::max(std::abs(due), std::abs(now));
    return due <= now + rounding;
}

}  // namespace

TimeEvents::TimeEvents(Instance& instance)
    : instance_(instance),
      samplings_(instance.model().sampling_count),
      clocks_(instance.model().clock_count),
      ticks_(instance.model().partition_count),
      room_(std::max<std::size_t>(
          {2 * samplings_.size(), 3 * clocks_.size(), 2 * std::size_t{instance.model().time_relation_count}})) {}

bool TimeEvents::start() {
    MooModel const& model = instance_.model();
    start_time_ = instance_.time();
    if (!samplings_.empty()) {
        if (model.samplings(instance_.raw(), room_.data()) != MOO_OK) return false;
        for (std::size_t i = 0; i < samplings_.size(); ++i) {
            Sampling& sampling = samplings_[i];
            sampling = {room_[2 * i], room_[2 * i + 1], 0};
            if (!(sampling.interval > 0.0) || !std::isfinite(sampling.start)) {
                instance_.messages().report(MessageSeverity::error, "sample(" + number_text(sampling.start) + ", " +
                                                                        number_text(sampling.interval) +
                                                                        ") needs a positive interval");
                return false;
            }
            double const passed = std::floor((start_time_ - sampling.start) / sampling.interval);
            sampling.number = passed > 0.0 ? static_cast<std::int64_t>(passed) : 0;
            while (sampling.due() < start_time_ && !is_due(start_time_, sampling.due())) ++sampling.number;
        }
    }
    for (Clock& clock : clocks_) clock.base = start_time_;
    if (!refresh_clocks()) return false;
    for (std::size_t p = 0; p < ticks_.size(); ++p) ticks_[p] = {};
    return true;
}

bool TimeEvents::refresh_clocks() {
    if (clocks_.empty()) return true;
    MooModel const& model = instance_.model();
    if (model.clocks(instance_.raw(), room_.data()) != MOO_OK) return false;
    for (std::size_t i = 0; i < clocks_.size(); ++i) {
        Clock& clock = clocks_[i];
        bool const changes = clock.interval != 0.0 && room_[3 * i] != clock.interval;
        clock.interval = room_[3 * i];
        clock.resolution = room_[3 * i + 1];
        clock.start_interval = room_[3 * i + 2];
        if (model.clock_is_event[i] != 0) continue;
        if (!(clock.interval > 0.0)) {
            instance_.messages().report(MessageSeverity::error, "a clock's interval is " + number_text(clock.interval) +
                                                                    " at time " + number_text(instance_.time()) +
                                                                    ", which is not positive");
            return false;
        }
        if (!changes) continue;
        clock.base = instance_.time();
        for (std::uint32_t p = 0; p < ticks_.size(); ++p) {
            if (model.partitions[p].clock == i) ticks_[p].base_number = ticks_[p].number - 1;
        }
    }
    return true;
}

bool TimeEvents::is_periodic(std::uint32_t partition) const {
    MooModel const& model = instance_.model();
    return model.clock_is_event[model.partitions[partition].clock] == 0;
}

double TimeEvents::period(std::uint32_t partition) const {
    MooPartition const& p = instance_.model().partitions[partition];
    Clock const& clock = clocks_[p.clock];
    double const seconds = clock.resolution > 0.0 ? clock.interval / clock.resolution : clock.interval;
    return static_cast<double>(p.factor_numerator) / static_cast<double>(p.factor_denominator) * seconds;
}

// base + (shift + k factor) interval/resolution, with one rounding for the fraction.
double TimeEvents::tick_time(std::uint32_t partition) const {
    MooPartition const& p = instance_.model().partitions[partition];
    Clock const& clock = clocks_[p.clock];
    Ticks const& ticks = ticks_[partition];
    std::int64_t const count = ticks.number - ticks.base_number;
    std::int64_t const shift = clock.base == start_time_ ? p.shift_numerator : 0;
    double const numerator =
        static_cast<double>(shift) * static_cast<double>(p.factor_denominator) +
        static_cast<double>(count) * static_cast<double>(p.factor_numerator) * static_cast<double>(p.shift_denominator);
    double const denominator = static_cast<double>(p.shift_denominator) * static_cast<double>(p.factor_denominator) *
                               (clock.resolution > 0.0 ? clock.resolution : 1.0);
    return clock.base + numerator * clock.interval / denominator;
}

// On its border, a relation has the value that follows from its operator, but remembers its value from before. If the
// two differ, it changes there, otherwise at the next later time. If its terms are larger than time, or a quotient is
// rounded, it changes a few roundings later than computed: `late_relation` looks for relations that are due and have
// not changed.
double TimeEvents::next_time_relation() {
    MooModel const& model = instance_.model();
    if (model.time_relation_count == 0) return infinity;
    MooInstance* m = instance_.raw();
    double const now = m->time;
    double const reach = late_reach * (1.0 + std::abs(now));
    if (model.time_events(m, room_.data()) != MOO_OK) return infinity;
    double next = infinity;
    bool has_late = false;
    for (std::uint32_t i = 0; i < model.time_relation_count; ++i) {
        double const due = room_[2 * i];
        bool const border_value = model.time_strict[i] == 0;
        bool const remembered = m->relation[model.crossing_count + i] != 0;
        if (due > now) next = std::min(next, remembered != border_value ? due : std::nextafter(due, infinity));
        has_late = has_late || (due <= now && now - due <= reach);
    }
    return has_late ? std::min(next, late_relation(now, reach)) : next;
}

// The first time within reach at which a relation that is due differs from its remembered value. Distances double, so
// the result is accurate to a factor of two of a few roundings.
double TimeEvents::late_relation(double now, double reach) {
    MooModel const& model = instance_.model();
    MooInstance* m = instance_.raw();
    auto const any_differs_at = [&](double time) {
        m->time = time;
        MooStatus const status = model.time_events(m, room_.data());
        m->time = now;
        for (std::uint32_t i = 0; status == MOO_OK && i < model.time_relation_count; ++i) {
            bool const is_due = room_[2 * i] <= now && now - room_[2 * i] <= reach;
            double const function = room_[2 * i + 1];
            bool const value = function > 0.0 || (function == 0.0 && model.time_strict[i] == 0);
            if (is_due && value != (m->relation[model.crossing_count + i] != 0)) return true;
        }
        return false;
    };
    if (!any_differs_at(now + reach)) return infinity;
    double const first = std::nextafter(now, infinity);
    if (any_differs_at(first)) return first;
    for (double distance = smallest_distance; distance < reach; distance *= 2.0) {
        if (now + distance > first && any_differs_at(now + distance)) return now + distance;
    }
    return now + reach;
}

double TimeEvents::next() {
    double next = std::min(next_time_relation(), instance_.memory().delays.next_jump(instance_.time()));
    for (Sampling const& sampling : samplings_) next = std::min(next, sampling.due());
    for (std::uint32_t p = 0; p < ticks_.size(); ++p) {
        if (is_periodic(p)) next = std::min(next, tick_time(p));
    }
    return next;
}

void TimeEvents::begin_event(std::vector<std::uint32_t>& due_partitions) {
    double const now = instance_.time();
    for (std::size_t i = 0; i < samplings_.size(); ++i) {
        bool const due = is_due(samplings_[i].due(), now);
        instance_.sampled()[i] = due ? 1 : 0;
        if (due) ++samplings_[i].number;
    }
    for (std::uint32_t p = 0; p < ticks_.size(); ++p) {
        if (!is_periodic(p) || !is_due(tick_time(p), now)) continue;
        due_partitions.push_back(p);
        ++ticks_[p].number;
    }
}

void TimeEvents::end_first_pass() {
    std::fill(instance_.sampled().begin(), instance_.sampled().end(), std::uint8_t{0});
}

void TimeEvents::see_clock_conditions() {
    for (std::size_t i = 0; i < clocks_.size(); ++i) clocks_[i].was_true = instance_.clock_conditions()[i];
}

void TimeEvents::find_risen_clocks(std::vector<std::uint32_t>& due_partitions) {
    MooModel const& model = instance_.model();
    for (std::uint32_t p = 0; p < ticks_.size(); ++p) {
        std::uint32_t const clock = model.partitions[p].clock;
        bool const rises = !is_periodic(p) && instance_.clock_conditions()[clock] != 0 && clocks_[clock].was_true == 0;
        if (!rises) continue;
        MooPartition const& partition = model.partitions[p];
        std::int64_t const every = std::max<std::int64_t>(1, partition.factor_numerator / partition.factor_denominator);
        std::int64_t const from_first =
            ticks_[p].clock_ticks++ - partition.shift_numerator / partition.shift_denominator;
        if (from_first >= 0 && from_first % every == 0) due_partitions.push_back(p);
    }
    see_clock_conditions();
}

void TimeEvents::carry(StateStream& state) {
    state.numbers(start_time_);
    state.fixed(samplings_, [](StateStream& s, Sampling& item) { s.numbers(item.start, item.interval, item.number); });
    state.fixed(clocks_, [](StateStream& s, Clock& item) {
        s.numbers(item.base, item.interval, item.resolution, item.start_interval, item.was_true);
    });
    state.fixed(ticks_, [](StateStream& s, Ticks& item) {
        s.numbers(item.number, item.base_number, item.clock_ticks, item.last, item.has_ticked);
    });
}

MooStatus TimeEvents::compute_partition(std::uint32_t p) {
    MooInstance* m = instance_.raw();
    Ticks& ticks = ticks_[p];
    MooPartition const& partition = m->model->partitions[p];
    if (is_periodic(p)) {
        m->tick_interval = period(p);
    } else {
        m->tick_interval = ticks.has_ticked ? m->time - ticks.last : clocks_[partition.clock].start_interval;
    }
    m->is_first_tick = ticks.has_ticked ? 0 : 1;
    ticks.has_ticked = true;
    ticks.last = m->time;
    return partition.compute(m, &partition);
}

}  // namespace moo::runtime
