// Small models for tests: whatever a test does not give is empty.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "runtime/abi/model.h"
#include "runtime/instance/instance.h"
#include "runtime/results/result_sink.h"
#include "runtime/simulate/simulation.h"

namespace moo::runtime {

// Slots are numbered in the order of the calls. The model refers to the vectors, so it must not be copied.
class TestModel {
public:
    TestModel();
    TestModel(TestModel const&) = delete;
    TestModel& operator=(TestModel const&) = delete;

    std::uint32_t add(char const* name, MooRole role, double start, MooType type = MOO_REAL);
    // The state and, in the next slot, its derivative.
    std::uint32_t add_state(char const* name, char const* derivative_name, double start);
    // Relations with a crossing function have to come first.
    void add_relation(char const* text, bool crossing);
    // Behind those; `time_events` says when it changes.
    void add_time_relation(char const* text, bool is_strict);
    // To be looked at and changed.
    MooVariable& variable(std::uint32_t slot) { return variables_[slot]; }
    void set_conditions(std::uint32_t count) { model_.condition_count = count; }

    // To set functions and times.
    MooModel& edit() { return model_; }
    // Complete; to be called after the last addition.
    MooModel const& get();

private:
    std::vector<MooVariable> variables_;
    std::vector<std::uint32_t> states_;
    std::vector<std::uint32_t> derivatives_;
    std::vector<char const*> relations_;
    std::vector<std::uint8_t> time_strict_;
    MooModel model_;
};

struct Recorder final : ResultSink {
    bool row(double time, std::span<double const> values) override {
        times.push_back(time);
        rows.emplace_back(values.begin(), values.end());
        return true;
    }
    std::vector<double> times;
    std::vector<std::vector<double>> rows;
};

// A simulation from beginning to end with everything it said.
struct TestRun {
    explicit TestRun(MooModel const& model);
    TestRun(MooModel const& model, SimulationOptions const& options);
    [[nodiscard]] bool said(std::string_view part) const { return messages.find(part) != std::string::npos; }
    [[nodiscard]] std::vector<double> const& last() const { return recorder.rows.back(); }

    std::string messages;
    Recorder recorder;
    SimulationOutcome outcome;
};

}  // namespace moo::runtime
