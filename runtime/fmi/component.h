// One instance of an FMU: what the functions of both versions of FMI have in common.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "runtime/abi/fmu.h"
#include "runtime/events/event_cycle.h"
#include "runtime/fmi/block_residuals.h"
#include "runtime/fmi/input_course.h"
#include "runtime/fmi/log.h"
#include "runtime/fmi/mode.h"
#include "runtime/solvers/crossings.h"
#include "runtime/solvers/integrator.h"

namespace moo::runtime {
class CrossingTangents;
class ResidualTangents;
class Tangents;
}  // namespace moo::runtime

namespace moo::runtime::fmi {

enum class Kind : std::uint8_t { model_exchange, co_simulation };

using ValueReference = std::uint32_t;
using References = std::span<ValueReference const>;

// Whether its value is that of a slot of the model, or its negative.
[[nodiscard]] inline bool is_slot(MooFmuElement const& element) {
    return element.source == MOO_FMU_SLOT || element.source == MOO_FMU_NEGATED;
}

struct Experiment {
    double start = 0.0;
    double stop = std::numeric_limits<double>::infinity();
    double tolerance = 0.0;  // 0: that of the model
};

// What newDiscreteStates and updateDiscreteStates say.
struct EventOutcome {
    bool terminates = false;
    bool nominals_changed = false;
    bool states_changed = false;
    double next_event = std::numeric_limits<double>::infinity();
};

// How a communication step ended.
struct StepOutcome {
    bool event_needed = false;
    bool terminates = false;
    bool returns_early = false;
    double time = 0.0;
};

// What an importer of FMI 3.0 is asked at accepted steps within a communication step.
struct IntermediateAnswer {
    bool returns_early = false;
    double return_time = 0.0;
};

struct CoSimulationOptions {
    bool uses_event_mode = false;
    bool may_return_early = false;
    // Empty: nobody asks for it.
    std::function<IntermediateAnswer(double time, bool may_return)> intermediate_update;
    std::vector<ValueReference> intermediate_variables;
};

// Calls come in pairs of `begin_call` and `end_call` around one of the other functions, so that those find the mode
// checked and need not care about messages. None of them lets an exception out on purpose; whoever shows them to C
// catches what is left.
class Component {
public:
    Component(MooFmu const& fmu, Kind kind, Log log, std::string resources, CoSimulationOptions options = {});
    ~Component();
    Component(Component const&) = delete;
    Component& operator=(Component const&) = delete;

    // ---- around every call ----

    // False if the call is not allowed now; then that has been told and is an error.
    [[nodiscard]] bool begin_call(CallRule const& rule) {
        call_ = rule.name;
        ModeSet const allowed = kind_ == Kind::model_exchange ? rule.model_exchange : rule.co_simulation;
        return (allowed & bit(mode_)) != 0 || refuse_call();
    }
    // Tells what has been kept back for this status, and enters the mode that an error leads to.
    Status end_call(Status status) { return status == Status::ok && errors_.empty() ? status : end_with(status); }
    // For `return fail("…")`: a text that `end_call` will tell.
    Status fail(std::string text, Status status = Status::error);

    [[nodiscard]] Mode mode() const { return mode_; }
    [[nodiscard]] Kind kind() const { return kind_; }
    [[nodiscard]] Log& log() { return log_; }
    [[nodiscard]] MooModel const& model() const { return model_; }
    [[nodiscard]] std::string where(ValueReference reference) const;

    // ---- the course of a simulation ----

    Status set_up(Experiment const& experiment);
    Status enter_initialization();
    Status exit_initialization();
    Status enter_event_mode();
    Status update_discrete_states(EventOutcome& outcome);
    Status evaluate_discrete_states();
    Status enter_continuous_mode();
    Status enter_step_mode();
    Status terminate();
    Status reset();

    // ---- values: a Real, Integer, Boolean or enumeration is a double here ----

    Status get(References references, std::uint32_t types, std::span<double> values);
    Status set(References references, std::uint32_t types, std::span<double const> values);
    Status get_texts(References references, std::span<char const*> values);
    Status set_texts(References references, std::span<char const* const> values);
    Status set_input_derivatives(References references, std::span<int const> orders, std::span<double const> values);
    // The number of their elements; `types` is a set of bits of MooFmuType. An error unless all are of one of them.
    Status count_elements(References references, std::uint32_t types, std::size_t& count);

    // ---- Model Exchange ----

    Status set_time(double time);
    Status set_states(std::span<double const> states);
    Status get_states(std::span<double> states);
    Status get_derivatives(std::span<double> derivatives);
    Status get_indicators(std::span<double> indicators);
    Status get_nominals(std::span<double> nominals);
    Status completed_step(bool& enter_event_mode, bool& terminates);

    // ---- partial derivatives ----

    // sensitivity = J seed, where J is the matrix of the derivatives of the unknowns by the knowns.
    Status directional_derivative(References unknowns, References knowns, std::span<double const> seed,
                                  std::span<double> sensitivity);
    // sensitivity = seed' J.
    Status adjoint_derivative(References unknowns, References knowns, std::span<double const> seed,
                              std::span<double> sensitivity);

    // ---- Co-Simulation ----

    Status do_step(double current, double size, StepOutcome& outcome);
    [[nodiscard]] double last_successful_time() const { return communication_time_; }
    // FMI 2.0 calls a step failed that ends before its end.
    void mark_step_failed() { mode_ = Mode::step_failed; }
    [[nodiscard]] bool wants_to_terminate() const { return run_->instance.raw()->terminate_asked != 0; }

    // ---- the whole state ----

    Status get_state(std::vector<std::byte>& bytes);
    Status set_state(std::span<std::byte const> bytes);
    [[nodiscard]] bool accepts_state(std::span<std::byte const> bytes) const;

private:
    // What a reset makes anew.
    struct Run {
        Run(MooModel const& model, Messages& messages, std::string const& resources);
        Instance instance;
        EventCycle cycle;
        Crossings crossings;
        std::vector<double> indicators;
        std::unique_ptr<Integrator> integrator;  // of Co-Simulation, from its first step on
        BlockResiduals residuals;
        // From the first partial derivatives on, and room for them.
        std::unique_ptr<CrossingTangents> crossing_tangents;
        std::unique_ptr<Tangents> tangents;
        std::unique_ptr<ResidualTangents> residual_tangents;
        std::vector<double> direction;
        std::vector<double> residual_direction;
        ~Run();
    };
    // How much of the model belongs to its time, states and inputs.
    enum class Fresh : std::uint8_t { nothing, derivatives, all };

    [[nodiscard]] bool refuse_call();
    Status end_with(Status status);
    void start_afresh();
    void hear(MessageSeverity severity, std::string_view text);

    // ---- component_values.cpp ----
    [[nodiscard]] bool is_known(ValueReference reference) const { return reference < fmu_.variable_count; }
    [[nodiscard]] std::span<MooFmuElement const> elements(ValueReference reference) const;
    [[nodiscard]] Fresh needed_for(ValueReference reference) const;
    [[nodiscard]] double read(MooFmuVariable const& variable, MooFmuElement const& element);
    // Why a variable cannot be set now; empty: it can.
    [[nodiscard]] std::string refusal_to_set(ValueReference reference) const;
    [[nodiscard]] bool is_state(ValueReference reference) const;
    [[nodiscard]] bool is_intermediate(ValueReference reference) const;
    void write(MooFmuVariable const& variable, MooFmuElement const& element, double value);
    [[nodiscard]] Status check_intermediate(References references);

    // ---- component.cpp: computing what is asked for ----
    Status need(Fresh wanted);
    Status solve_initial_values();
    void take_start_values();
    [[nodiscard]] bool apply_tunables();
    void log_event();
    [[nodiscard]] double span() const;

    void set_fresh(Fresh fresh) {
        fresh_ = fresh;
        tangents_ready_ = false;
    }

    // ---- component_dae.cpp: the model as a DAE, whose unknowns the importer sets ----
    [[nodiscard]] bool is_given(ValueReference reference) const;
    void use_as_dae(bool is_dae);
    Status need_residuals(References references);

    // ---- partial_derivatives.cpp ----
    Status check_partials(References unknowns, References knowns, std::size_t& unknown_count, std::size_t& known_count);
    Status need_tangents();
    [[nodiscard]] bool mentions(References references, MooFmuSource source) const;
    [[nodiscard]] bool is_differentiated_by(ValueReference reference) const;
    [[nodiscard]] bool has_formulas(MooFmuVariable const& known) const;
    Status weigh_knowns(References unknowns, std::span<double const> seed);

    // ---- difference_quotients.cpp ----
    struct Point;
    [[nodiscard]] double size_of_known(MooFmuElement const& known) const;
    void move_known(MooFmuElement const& known, double distance);
    [[nodiscard]] bool evaluate_moved(References unknowns, MooFmuElement const& known, double distance,
                                      std::vector<double>& values);
    [[nodiscard]] bool difference_quotient(References unknowns, MooFmuElement const& known, double step, bool may_jump,
                                           std::span<double> column);
    Status difference(References unknowns, MooFmuElement const& known, std::span<double> column);

    // ---- co_simulation.cpp ----
    Status check_step(double current, double size);
    [[nodiscard]] bool begin_step(StepOutcome& outcome);
    [[nodiscard]] bool leaves_events_to_importer() const;
    [[nodiscard]] bool begin_event_at_step();
    void remember_derivatives();
    [[nodiscard]] bool derivatives_have_changed() const;
    [[nodiscard]] double reachable(double time) const;
    [[nodiscard]] bool relations_disagree();
    [[nodiscard]] bool prepare_integrator(double target);
    Status run_to(double target, StepOutcome& outcome);
    [[nodiscard]] bool handle_event();
    [[nodiscard]] StepVerdict observe_step();
    [[nodiscard]] bool stops_at_communication_points() const;
    Status fail_step();

    // ---- component_state.cpp ----
    void carry(StateStream& state);

    MooFmu const& fmu_;
    MooModel const& model_;
    Kind kind_;
    Log log_;
    std::string resources_;
    CoSimulationOptions options_;
    std::vector<std::uint32_t> state_slots_;  // in the order of the importer
    std::vector<std::uint32_t> derivative_slots_;
    bool has_inputs_ = false;
    bool has_objects_ = false;
    bool has_discrete_reals_ = false;
    std::vector<std::uint8_t> is_given_;  // by slot: the unknown of a residual; empty if the FMU shows none

    Mode mode_ = Mode::instantiated;
    char const* call_ = "";
    std::vector<std::string> errors_;  // of this call
    Messages messages_;
    Experiment experiment_;
    std::unique_ptr<Run> run_;
    std::vector<double> start_;  // values to begin with, as given; by slot
    Fresh fresh_ = Fresh::nothing;
    bool tangents_ready_ = false;
    bool is_dae_ =
        false;  // the importer has set unknowns of residuals since the last event, so they are not solved for
    bool has_objects_alive_ = false;
    bool event_pending_ = false;  // something has happened that an event iteration has not seen
    bool tunables_changed_ = false;
    double earliest_time_ = -std::numeric_limits<double>::infinity();  // no way back behind it
    double last_step_time_ = -std::numeric_limits<double>::infinity();

    InputCourse course_;
    double communication_time_ = 0.0;
    double due_ = std::numeric_limits<double>::infinity();  // next time event
    double limit_ = 0.0;                                    // that the integrator knows
    bool needs_restart_ = true;
    bool values_set_ = false;  // since the last step; nothing may be read before the next
    struct OldInput {
        std::uint32_t slot = 0;
        double value = 0.0;
    };
    std::vector<double> derivatives_before_;  // the event
    std::vector<OldInput> old_inputs_;        // what inputs and parameters were that have changed since the last step
    bool discretes_changed_ = false;          // one of them is not continuous
    bool event_due_ = false;                  // where the last step ended early
    double early_return_ = std::numeric_limits<double>::infinity();
    std::unique_ptr<ChatterGuard> chatter_;
};

}  // namespace moo::runtime::fmi
