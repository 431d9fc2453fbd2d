// Events whose time is known in advance: relations of time, samplings, ticks of periodic clocks.
#pragma once

#include <cstdint>
#include <vector>

#include "runtime/instance/instance.h"

namespace moo::runtime {

// Times are computed from the number of the sample or tick, not added up, so that they are still exact after a million
// samples. Two times that differ only by rounding are one event.
class TimeEvents {
public:
    explicit TimeEvents(Instance& instance);

    // Reads starts and intervals. Call it when the parameters are known, and again after each event, because the
    // interval of a clock may vary. False after a report.
    [[nodiscard]] bool start();
    [[nodiscard]] bool refresh_clocks();

    // The first event after the instance's time, infinity if there is none.
    [[nodiscard]] double next();

    // Determines what is due at the instance's time: sets `sampled` and finds the partitions to compute, in order.
    void begin_event(std::vector<std::uint32_t>& due_partitions);
    void end_first_pass();

    // Ticks of event clocks: those whose condition has risen since the last call.
    void find_risen_clocks(std::vector<std::uint32_t>& due_partitions);
    // Takes the present values of the conditions as the previous ones.
    void see_clock_conditions();
    // Computes a partition at its tick.
    [[nodiscard]] MooStatus compute_partition(std::uint32_t partition);

    void carry(StateStream& state);

private:
    struct Sampling {
        double start = 0.0;
        double interval = 0.0;
        std::int64_t number = 0;  // of the next sample
        [[nodiscard]] double due() const { return start + static_cast<double>(number) * interval; }
    };
    struct Clock {
        double base = 0.0;  // where ticks are counted from
        double interval = 0.0;
        double resolution = 0.0;
        double start_interval = 0.0;
        std::uint8_t was_true = 0;
    };
    struct Ticks {
        std::int64_t number = 0;       // of the next tick
        std::int64_t base_number = 0;  // the tick at the clock's base
        std::int64_t clock_ticks = 0;  // of an event clock, seen so far
        double last = 0.0;             // time of the last tick
        bool has_ticked = false;
    };

    [[nodiscard]] double tick_time(std::uint32_t partition) const;
    [[nodiscard]] double period(std::uint32_t partition) const;
    [[nodiscard]] double next_time_relation();
    [[nodiscard]] double late_relation(double now, double reach);
    [[nodiscard]] bool is_periodic(std::uint32_t partition) const;

    Instance& instance_;
    double start_time_ = 0.0;
    std::vector<Sampling> samplings_;
    std::vector<Clock> clocks_;
    std::vector<Ticks> ticks_;  // by partition
    std::vector<double> room_;
};

}  // namespace moo::runtime
