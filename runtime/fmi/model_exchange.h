// Functions for importers that integrate: time, states, derivatives, event indicators and accepted steps.
#pragma once

#include <span>

#include "runtime/fmi/fmu_instance.h"

namespace moo::runtime::fmi {

[[nodiscard]] Status set_time(FmuInstance& fmu, double time);
[[nodiscard]] Status set_states(FmuInstance& fmu, std::span<double const> states);
[[nodiscard]] Status get_states(FmuInstance& fmu, std::span<double> states);
[[nodiscard]] Status get_derivatives(FmuInstance& fmu, std::span<double> derivatives);
[[nodiscard]] Status get_indicators(FmuInstance& fmu, std::span<double> indicators);
[[nodiscard]] Status get_nominals(FmuInstance& fmu, std::span<double> nominals);
[[nodiscard]] Status completed_step(FmuInstance& fmu, bool& enter_event_mode, bool& terminates);

}  // namespace moo::runtime::fmi
