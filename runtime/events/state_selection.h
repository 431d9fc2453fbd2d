// The choice of states while the simulation runs.
#pragma once

#include <string>
#include <vector>

#include "runtime/instance/instance.h"

namespace moo::runtime {

// Mattsson, Olsson, Elmqvist: "Dynamic Selection of States in Dymola". The constraints can be solved for those
// candidates whose columns of their Jacobian G span the largest volume; the others are states. To avoid switching back
// and forth, a choice stays until its volume has fallen below a share of the largest one.
class StateSelection {
public:
    explicit StateSelection(Instance& instance);

    [[nodiscard]] bool is_needed() const { return instance_.model().state_set_count > 0; }
    // Whether the choice is no longer good, at a point where everything has been computed.
    [[nodiscard]] bool is_due();
    // Makes the choice there. True if it has changed: selection and states are set, everything that depends on them has
    // to be computed again, and the integrator has to be restarted.
    [[nodiscard]] bool choose(bool log);
    [[nodiscard]] std::int64_t changes() const { return changes_; }

private:
    // Switches at half the best volume: far enough from singular to be accurate, and far enough from the best not to
    // switch back and forth.
    static constexpr double least_share = 0.5;

    // The candidates that should be states; empty if the present ones are good enough.
    [[nodiscard]] bool is_good_enough(MooStateSet const& set);
    [[nodiscard]] std::vector<std::uint32_t> find_better(MooStateSet const& set);
    void select(MooStateSet const& set, std::vector<std::uint32_t> const& chosen);
    [[nodiscard]] std::vector<std::uint32_t> selected(MooStateSet const& set) const;
    void report(MooStateSet const& set, std::uint32_t number, std::vector<std::uint32_t> const& chosen);

    Instance& instance_;
    std::vector<double> constraint_;
    std::int64_t changes_ = 0;
};

}  // namespace moo::runtime
