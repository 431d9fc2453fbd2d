// Communication steps: the FMU integrates itself.
#pragma once

#include "runtime/fmi/fmu_instance.h"

namespace moo::runtime::fmi {

// The result of a communication step.
struct StepOutcome {
    bool event_needed = false;
    bool terminates = false;
    bool returns_early = false;
    double time = 0.0;
};
[[nodiscard]] Status do_step(FmuInstance& fmu, double current, double size, StepOutcome& outcome);

// At the end of the initialization, before any input is set and any step is made.
void begin_stepping(Run& run);
// Enters an event between steps. Inputs that were set give the right limit, `pre` gives the left one.
[[nodiscard]] bool begin_event_at_step(Run& run);

}  // namespace moo::runtime::fmi
