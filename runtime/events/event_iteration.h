// The fixed point of the discrete equations at an event.
#pragma once

#include <cstdint>
#include <vector>

#include "runtime/events/state_selection.h"
#include "runtime/events/time_events.h"
#include "runtime/instance/instance.h"

namespace moo::runtime {

struct EventOptions {
    int max_passes = 100;
    bool log_selections = false;  // report which states are chosen while the simulation runs
};

// Takes an instance through its events. Failures have been reported.
class EventHandler {
public:
    explicit EventHandler(Instance& instance, EventOptions const& options = {})
        : instance_(instance),
          options_(options),
          times_(instance),
          selection_(instance),
          ticks_(instance.model().partition_count, 0) {}

    // Initial values: parameters, start values, the model's initial equations, then the event iteration at the start.
    // When-clauses whose condition holds from the beginning do not fire. If the model has a simplified system, that is
    // solved first and led to the actual one; if this fails, the actual one is solved from the start values.
    [[nodiscard]] bool initialize() { return solve_initial_values() && start(); }
    // The first half: initial values of everything, from the start values in the slots.
    [[nodiscard]] bool solve_initial_values();
    // The second half: from there to the end of the event iteration.
    [[nodiscard]] bool start();

    // One event at the instance's time: `pre` becomes the left limit, clocked partitions that tick are computed, then
    // passes of `update` follow until nothing changes any more (Modelica 3.6, section 8.6). Values that `reinit`
    // requests take effect at the end of each pass, after all other evaluations and before `pre` is updated. If this
    // does not end, the message names what keeps changing.
    [[nodiscard]] bool handle() {
        begin();
        return finish();
    }
    // An event in parts. `pre` becomes the left limit, and what is due is determined.
    void begin();
    // A pass that only shows what the next one would compute; may be repeated with other inputs.
    [[nodiscard]] bool evaluate();
    // The passes. Once more where inputs have changed since.
    [[nodiscard]] bool finish();
    // Whether a clocked partition ticks: it is due since `begin`, or the last `finish` computed it.
    [[nodiscard]] bool ticks(std::uint32_t partition) const { return ticks_[partition] != 0; }

    // The time of the next event, as far as it is known in advance.
    [[nodiscard]] double next_time();

    // The states that are chosen while the simulation runs. `initialize` makes the first choice, as soon as the initial
    // equations are solved, because everything else depends on it.
    [[nodiscard]] StateSelection& selection() { return selection_; }
    // Makes the choice; everything must have been computed. True if it has changed.
    [[nodiscard]] bool choose_states() { return selection_.choose(options_.log_selections); }

    void carry(StateStream& state);

private:
    [[nodiscard]] bool solve_initial_system();
    [[nodiscard]] bool follow_homotopy();
    void find_due();
    [[nodiscard]] bool compute_partitions();
    [[nodiscard]] MooStatus update();

    Instance& instance_;
    EventOptions options_;
    TimeEvents times_;
    StateSelection selection_;
    std::vector<std::uint32_t> due_partitions_;
    std::vector<std::uint8_t> ticks_;  // by partition
};

// Detects a simulation that makes no progress: very many events in almost no time.
class ChatterGuard {
public:
    // An accumulation of events that ends has few in so short a time (48 for a ball that bounces to rest); a sliding
    // mode has an unlimited number.
    static constexpr int max_events = 2000;

    ChatterGuard(std::uint32_t relation_count, double span) : min_progress_(1e-9 * span), changes_(relation_count, 0) {}

    // False if there is no progress. `before` holds the relations before the event.
    [[nodiscard]] bool count_event(Instance& instance, std::span<std::uint8_t const> before);

private:
    double min_progress_;
    std::vector<int> changes_;
    int events_ = 0;
    double window_start_ = 0.0;
};

}  // namespace moo::runtime
