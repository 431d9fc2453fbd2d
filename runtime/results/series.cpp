#include "runtime/results/series.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

namespace moo::runtime {

Series::Series(double start, double stop, std::size_t bucket_count)
    : start_(start),
      bucket_count_(bucket_count),
      buckets_per_second_(stop > start ? static_cast<double>(bucket_count) / (stop - start) : 0.0) {}

void Series::add(double time, double value) {
    // Also leaves out NaN; beyond this size differences of values overflow.
    if (!(std::abs(value) <= 1e300)) return;
    double const place = std::clamp((time - start_) * buckets_per_second_, 0.0, static_cast<double>(bucket_count_));
    auto const index = static_cast<std::size_t>(place);
    Sample const sample{count_, {time, value}};
    lowest_ = count_ == 0 ? value : std::min(lowest_, value);
    highest_ = count_ == 0 ? value : std::max(highest_, value);
    ++count_;
    if (buckets_.empty() || buckets_.back().index != index) {
        buckets_.push_back({index, sample, sample, sample, sample});
        return;
    }
    Bucket& bucket = buckets_.back();
    if (value < bucket.lowest.point.value) bucket.lowest = sample;
    if (value > bucket.highest.point.value) bucket.highest = sample;
    bucket.last = sample;
}

std::vector<Point> Series::points() const {
    std::vector<Point> points;
    points.reserve(4 * buckets_.size());
    for (Bucket const& bucket : buckets_) {
        std::array<Sample, 4> samples{bucket.first, bucket.lowest, bucket.highest, bucket.last};
        std::sort(samples.begin(), samples.end(), [](Sample const& a, Sample const& b) { return a.order < b.order; });
        auto const end = std::unique(samples.begin(), samples.end(),
                                     [](Sample const& a, Sample const& b) { return a.order == b.order; });
        for (auto sample = samples.begin(); sample != end; ++sample) points.push_back(sample->point);
    }
    return points;
}

SeriesCollector::SeriesCollector(std::vector<std::uint32_t> slots, double start, double stop, std::size_t bucket_count)
    : slots_(std::move(slots)),
      series_(slots_.size(), Series(start, stop, bucket_count)),
      shortest_gap_((stop - start) / static_cast<double>(bucket_count)),
      last_time_(std::numeric_limits<double>::quiet_NaN()) {}

bool SeriesCollector::row(double time, std::span<double const> values) {
    // An event has a row on each side.
    bool const is_event = time == last_time_ && !last_was_event_;
    if (is_event) {
        ++event_count_;
        if (events_.empty() || time - events_.back() >= shortest_gap_) events_.push_back(time);
    }
    last_was_event_ = is_event;
    last_time_ = time;
    for (std::size_t i = 0; i < slots_.size(); ++i) series_[i].add(time, values[slots_[i]]);
    return true;
}

}  // namespace moo::runtime
