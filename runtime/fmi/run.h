// The state of a simulation since the FMU was instantiated or reset.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "runtime/events/event_cycle.h"
#include "runtime/fmi/block_residuals.h"
#include "runtime/fmi/input_course.h"
#include "runtime/solvers/crossings.h"
#include "runtime/solvers/integrator.h"

namespace moo::runtime {
class CrossingTangents;
class ResidualTangents;
class Tangents;
}  // namespace moo::runtime

namespace moo::runtime::fmi {

struct Experiment {
    double start = 0.0;
    double stop = std::numeric_limits<double>::infinity();
    double tolerance = 0.0;  // 0: that of the model
};

// How much of the model has been computed for its time, states and inputs.
enum class Fresh : std::uint8_t { nothing, derivatives, all };

// The formulas of partial derivatives, made when the first one is requested, and workspace for them.
struct Formulas {
    std::unique_ptr<Tangents> model;
    std::unique_ptr<ResidualTangents> residuals;  // of the model as a DAE, in place of `model`
    std::unique_ptr<CrossingTangents> crossings;
    bool are_evaluated = false;     // at the present point
    std::vector<double> direction;  // by slot
    std::vector<double> residual_direction;
};

// The state of Co-Simulation between and within communication steps.
struct Stepping {
    std::unique_ptr<Integrator> integrator;  // from the first step on
    bool needs_restart = true;
    double limit = 0.0;                                    // as the integrator knows it
    double due = std::numeric_limits<double>::infinity();  // next time event
    double communication_time = 0.0;
    double early_return = std::numeric_limits<double>::infinity();
    bool event_due = false;  // where the last step ended early
    InputCourse course;
    struct OldInput {
        std::uint32_t slot = 0;
        double value = 0.0;
    };
    std::vector<OldInput> old_inputs;  // earlier values of inputs and parameters that have changed since the last step
    bool values_set = false;           // since the last step; variables must not be read before the next one
    bool discretes_changed = false;    // one of them is not continuous
    std::unique_ptr<ChatterGuard> chatter;
};

struct Run {
    Run(MooModel const& model, Messages& messages, std::string const& resources);
    ~Run();

    // After a change, or after a computation.
    void set_fresh(Fresh now) {
        fresh = now;
        formulas.are_evaluated = false;
    }
    // The length of the experiment, or of the one that the model suggests.
    [[nodiscard]] double span() const;
    [[nodiscard]] bool wants_to_terminate() { return instance.raw()->terminate_asked != 0; }

    Instance instance;
    EventCycle cycle;
    Crossings crossings;
    std::vector<double> indicators;
    BlockResiduals residuals;
    Fresh fresh = Fresh::nothing;

    Experiment experiment;
    std::vector<double> start;  // values to begin with, as given; by slot
    bool has_objects_alive = false;
    bool tunables_changed = false;  // since parameters were computed
    bool event_pending = false;     // a change that the event iteration has not processed yet
    bool is_dae = false;  // unknowns of residuals have been set since the last event, so blocks are not solved
    std::vector<double> derivatives_before;                           // the event
    double earliest_time = -std::numeric_limits<double>::infinity();  // time must not go back before it
    double last_step_time = -std::numeric_limits<double>::infinity();

    Formulas formulas;
    Stepping stepping;
};

}  // namespace moo::runtime::fmi
