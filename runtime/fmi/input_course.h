// Inputs as polynomials of time within a communication step.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "runtime/instance/state_stream.h"

namespace moo::runtime::fmi {

// fmi2SetRealInputDerivatives sets them at the beginning of a step; at its end the inputs keep the values that they
// have reached.
class InputCourse {
public:
    static constexpr int highest_order = 20;

    void set_derivative(std::uint32_t slot, int order, double value);
    void hold_all() { curves_.clear(); }
    [[nodiscard]] bool is_empty() const { return curves_.empty(); }
    // Takes the values from the slots.
    void begin(double time, std::span<double const> values);
    void apply(double time, std::span<double> values) const;

    void carry(StateStream& state, std::size_t slot_count);

private:
    struct Curve {
        std::uint32_t slot = 0;
        double value = 0.0;
        std::vector<double> derivatives;  // of order 1, 2, …
    };
    std::vector<Curve> curves_;
    double begin_ = 0.0;
};

}  // namespace moo::runtime::fmi
