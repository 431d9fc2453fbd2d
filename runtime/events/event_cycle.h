// Processes accepted steps and events, independent of who advances time.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "runtime/events/event_iteration.h"

namespace moo::runtime {

// Keeps an instance, its events and its past consistent: the choice of states, delays and spatial distributions, and
// the noise of crossings all need both sides of an event. Failures have been reported.
class EventCycle {
public:
    explicit EventCycle(Instance& instance, EventOptions const& options = {})
        : instance_(instance), events_(instance, options) {}

    [[nodiscard]] EventHandler& events() { return events_; }

    // Prepares the first step after the initialization.
    [[nodiscard]] bool begin();

    // Everything between events, at the instance's time and states.
    [[nodiscard]] bool compute_all();

    // ---- accepted steps ----

    // Whether each step has to be reported here, and whether everything has to be computed first.
    [[nodiscard]] bool observes_steps() const { return needs_all_at_steps() || instance_.model().state_set_count > 0; }
    // Whether accepted steps are remembered, so that none can be taken back.
    [[nodiscard]] bool remembers_steps() const {
        return instance_.model().delay_count > 0 || instance_.model().transport_count > 0;
    }
    // An accepted step. `is_due` says whether other states should be chosen. The values of the last evaluation within
    // the step are accurate enough for this, because the decision is by a factor of two. A change is decided again
    // where everything has been computed.
    [[nodiscard]] bool observe_step(bool& is_due);
    // Other states, without an event: at a step where everything has been computed.
    [[nodiscard]] bool switch_states();

    // ---- events: where everything has been computed, at the left limit ----

    [[nodiscard]] bool handle() { return enter() && finish(); }
    [[nodiscard]] bool enter();
    // Computes what `finish` would compute first; repeat it when inputs change.
    [[nodiscard]] bool evaluate();
    [[nodiscard]] bool finish();

    // The values of relations before the last event, and its changes.
    [[nodiscard]] std::span<std::uint8_t const> relations_before() const { return relations_before_; }
    // ": `h <= 0` is true, `v` from -1 to 0.7"; empty if nothing has changed.
    [[nodiscard]] std::string describe_event() const;
    // The values of states change by `reinit` or because other states were chosen; the meaning of a state changes only
    // in the second case.
    [[nodiscard]] bool has_changed_states() const { return has_changed_states_; }
    [[nodiscard]] bool has_chosen_states() const { return has_chosen_states_; }

    void carry(StateStream& state);

private:
    [[nodiscard]] bool needs_all_at_steps() const { return remembers_steps() || instance_.model().has_assertions != 0; }
    [[nodiscard]] bool record_step();
    void look_before();
    void compare();

    Instance& instance_;
    EventHandler events_;
    std::vector<std::uint8_t> relations_before_;
    std::vector<double> values_before_;
    bool is_entered_ = false;
    bool has_changed_states_ = false;
    bool has_chosen_states_ = false;
};

}  // namespace moo::runtime
