// Curves for plots, in bounded memory.
#pragma once

#include <cstddef>
#include <vector>

#include "runtime/results/result_sink.h"

namespace moo::runtime {

struct Point {
    double time;
    double value;
};

// One variable over time. The span is cut into buckets narrower than a pixel; each keeps its first,
// lowest, highest and last point, so that a drawn line looks as if all points were there.
class Series {
public:
    // Enough for a picture; a page that can be zoomed has more.
    static constexpr std::size_t picture_buckets = 1600;

    Series(double start, double stop, std::size_t bucket_count = picture_buckets);

    void add(double time, double value);
    // In order of arrival. Values that are not finite are left out.
    [[nodiscard]] std::vector<Point> points() const;
    [[nodiscard]] bool empty() const { return buckets_.empty(); }
    [[nodiscard]] double lowest() const { return lowest_; }
    [[nodiscard]] double highest() const { return highest_; }

private:
    struct Sample {
        std::size_t order;
        Point point;
    };
    struct Bucket {
        std::size_t index;
        Sample first;
        Sample lowest;
        Sample highest;
        Sample last;
    };

    double start_;
    std::size_t bucket_count_;
    double buckets_per_second_;
    std::size_t count_ = 0;
    double lowest_ = 0.0;
    double highest_ = 0.0;
    std::vector<Bucket> buckets_;  // only those that have points
};

// Collects the series of some variables while a simulation runs, and when there were events.
class SeriesCollector final : public ResultSink {
public:
    SeriesCollector(std::vector<std::uint32_t> slots, double start, double stop,
                    std::size_t bucket_count = Series::picture_buckets);

    bool row(double time, std::span<double const> values) override;
    // At most one for each bucket.
    [[nodiscard]] std::vector<double> const& events() const { return events_; }
    [[nodiscard]] std::size_t event_count() const { return event_count_; }
    [[nodiscard]] std::vector<std::uint32_t> const& slots() const { return slots_; }
    [[nodiscard]] std::vector<Series> const& series() const { return series_; }

private:
    std::vector<std::uint32_t> slots_;
    std::vector<Series> series_;
    double shortest_gap_;  // between events that are told apart
    double last_time_;
    bool last_was_event_ = false;
    std::vector<double> events_;
    std::size_t event_count_ = 0;
};

}  // namespace moo::runtime
