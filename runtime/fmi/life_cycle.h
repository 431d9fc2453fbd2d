// Leads an FMU from one mode to the next.
#pragma once

#include <limits>

#include "runtime/fmi/fmu_instance.h"

namespace moo::runtime::fmi {

[[nodiscard]] Status set_up(FmuInstance& fmu, Experiment const& experiment);
[[nodiscard]] Status enter_initialization(FmuInstance& fmu);
[[nodiscard]] Status exit_initialization(FmuInstance& fmu);
[[nodiscard]] Status enter_event_mode(FmuInstance& fmu);
[[nodiscard]] Status evaluate_discrete_states(FmuInstance& fmu);
[[nodiscard]] Status enter_continuous_mode(FmuInstance& fmu);
[[nodiscard]] Status enter_step_mode(FmuInstance& fmu);
[[nodiscard]] Status terminate(FmuInstance& fmu);
[[nodiscard]] Status reset(FmuInstance& fmu);

// The results of newDiscreteStates and updateDiscreteStates.
struct EventOutcome {
    bool terminates = false;
    bool nominals_changed = false;
    bool states_changed = false;
    double next_event = std::numeric_limits<double>::infinity();
};
[[nodiscard]] Status update_discrete_states(FmuInstance& fmu, EventOutcome& outcome);

}  // namespace moo::runtime::fmi
