// Owns the slots of one instance of a model.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "runtime/abi/model.h"
#include "runtime/instance/messages.h"
#include "runtime/instance/state_stream.h"

namespace moo::runtime {

struct HostMemory;
class Meter;

// A model's data while it is simulated. The model's functions get the raw view; its address and the addresses in it do
// not change during the life of the instance.
class Instance {
public:
    // Every slot holds its variable's start value.
    Instance(MooModel const& model, Messages& messages);
    ~Instance();
    Instance(Instance const&) = delete;
    Instance& operator=(Instance const&) = delete;

    [[nodiscard]] MooInstance* raw() { return &raw_; }
    // The functions to call: those of the model, or those of the meter, which call them.
    [[nodiscard]] MooModel const& model() const { return *called_; }
    [[nodiscard]] Messages& messages() { return messages_; }

    [[nodiscard]] double time() const { return raw_.time; }
    void set_time(double time) {
        raw_.time = time;
        if (input_course_) input_course_(time);
    }
    // Sets a function that updates inputs that change with time; it is called whenever time is set. Empty: no inputs
    // change.
    void set_input_course(std::function<void(double)> course) { input_course_ = std::move(course); }
    [[nodiscard]] std::span<double> values() { return std::span(value_).first(pre_.size()); }
    [[nodiscard]] std::span<double const> values() const { return std::span(value_).first(pre_.size()); }
    [[nodiscard]] std::span<double> pre_values() { return pre_; }
    [[nodiscard]] std::span<std::uint8_t> relations() { return relation_; }
    [[nodiscard]] std::span<std::uint8_t> conditions() { return condition_; }
    [[nodiscard]] std::span<std::uint8_t> pre_conditions() { return pre_condition_; }
    [[nodiscard]] std::span<std::uint8_t> sampled() { return sampled_; }
    [[nodiscard]] std::span<std::uint8_t> clock_conditions() { return clock_condition_; }
    [[nodiscard]] std::span<std::uint8_t> settled() { return settled_; }
    [[nodiscard]] HostMemory& memory() { return *memory_; }
    [[nodiscard]] std::span<double const> reinit_values() const { return reinit_value_; }
    [[nodiscard]] std::span<std::uint8_t> reinit_asked() { return reinit_asked_; }

    // From now on, calls of the model's functions and blocks are measured. `meter` has to outlive the instance.
    void measure(Meter& meter);

    // Sets a parameter or start value that the user gives; call it before initialization.
    void set_start(std::uint32_t slot, double value);

    void set_states(double const* states);
    void get_states(double* states) const;
    void get_derivatives(double* derivatives) const;

    // ` (Tank.mo:12:3)`: the equation that determines a variable between events; empty if that is not known.
    [[nodiscard]] std::string place_of(std::uint32_t slot) const;
    // "`y` = nan (Tank.mo:12:3)": the first variable, in computing order, whose value is not a finite number; empty if
    // there is none.
    [[nodiscard]] std::string first_not_finite() const;

    // The magnitude of a variable: as given by the model, or 1 if that is not a positive number.
    [[nodiscard]] double nominal(std::uint32_t slot) const { return nominal_[slot]; }
    // Computes the magnitudes that depend on parameters; the parameters must have been computed.
    [[nodiscard]] MooStatus compute_nominals();

    // Computes everything that depends on time and states between events.
    [[nodiscard]] MooStatus compute_continuous();
    void copy_values_to_pre();

    // Writes or reads all slots and the memory of the past. The state of external objects cannot be written.
    void carry(StateStream& state);

private:
    Messages& messages_;
    std::vector<double> value_;  // all slots, and the scratch space
    std::vector<double> pre_;
    std::vector<double> nominal_;
    std::vector<std::uint32_t> aliases_;
    std::vector<std::uint8_t> is_set_;
    std::vector<std::uint8_t> relation_;
    std::vector<std::uint8_t> condition_;
    std::vector<std::uint8_t> pre_condition_;
    std::vector<double> reinit_value_;
    std::vector<std::uint8_t> reinit_asked_;
    std::vector<std::uint8_t> sampled_;
    std::vector<std::uint8_t> clock_condition_;
    std::vector<std::uint8_t> settled_;
    std::unique_ptr<HostMemory> memory_;
    MooInstance raw_;
    MooModel const* called_;
    std::function<void(double)> input_course_;
};

}  // namespace moo::runtime
