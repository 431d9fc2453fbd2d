// Zero-crossing functions as root finders need them.
#pragma once

#include <limits>
#include <vector>

#include "runtime/instance/instance.h"

namespace moo::runtime {

// The size of a crossing function on its border: smaller than what models compute, but not so small that its product
// with such a number is zero. Some root finders look at the sign of products.
constexpr double border_value = 1e-150;

// Evaluates a model's zero-crossing functions so that none is ever exactly zero. A relation on its border (a ball at
// rest: h <= 0 with h = 0) counts as on the side of its remembered value, as a tiny positive or negative number. So
// there is no crossing as long as it stays on the border, however often the integrator restarts there, and there is one
// as soon as it really leaves for the other side.
class Crossings {
public:
    explicit Crossings(Instance& instance) : instance_(instance) {}

    // Call it after an event. When a block is solved again, its result may differ by a rounding error, so that a
    // function is on the other side than its remembered relation says. The function then counts as on the border too:
    // the disagreement becomes a crossing in the next step instead of staying forever.
    void restart_at(double time) { restart_time_ = time; }

    [[nodiscard]] std::size_t count() const { return instance_.model().crossing_count; }
    // Evaluates at the instance's time and states, in the continuous phase.
    [[nodiscard]] MooStatus evaluate(double* z);
    // The same if the derivatives have been computed already.
    [[nodiscard]] MooStatus look(double* z);
    [[nodiscard]] bool evaluate(std::vector<double>& z) { return evaluate(z.data()) == MOO_OK; }

    void carry(StateStream& state) { state.numbers(restart_time_); }

private:
    Instance& instance_;
    double restart_time_ = -std::numeric_limits<double>::infinity();
};

[[nodiscard]] bool any_sign_differs(std::vector<double> const& a, std::vector<double> const& b);

// The time until the first crossing function z reaches z + ż T + z̈ T²/2 = 0; infinity if none approaches zero. ż and
// z̈ come from two Euler steps of length `probe`. This is a rough estimate, used to choose the first step after an
// event according to the time in which the next event can happen. Does not change time and states.
[[nodiscard]] double estimate_next_crossing(Instance& instance, Crossings& crossings, double probe);

}  // namespace moo::runtime
