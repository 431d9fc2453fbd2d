// Which functions FMI 3.0 allows when: the states of its sections 2.3, 3.2 and 4.2.
#pragma once

#include "runtime/fmi/mode.h"

namespace moo::runtime::fmi::calls3 {

constexpr ModeSet instantiated = bit(Mode::instantiated);
constexpr ModeSet initialization = bit(Mode::initialization);
constexpr ModeSet event = bit(Mode::event);
constexpr ModeSet continuous = bit(Mode::continuous);
constexpr ModeSet step = bit(Mode::step);
constexpr ModeSet intermediate = bit(Mode::intermediate);
// An error leads to Terminated.
constexpr ModeSet terminated = bit(Mode::terminated) | bit(Mode::error);

constexpr ModeSet never = 0;
// The super state FMU State Settable.
constexpr ModeSet me_settable = instantiated | initialization | event | continuous | terminated;
constexpr ModeSet cs_settable = instantiated | initialization | event | step | terminated;
constexpr ModeSet me_get = me_settable;
constexpr ModeSet cs_get = cs_settable | intermediate;
constexpr ModeSet me_set = instantiated | initialization | event | continuous;
constexpr ModeSet cs_set = instantiated | initialization | event | step | intermediate;
// Between Instantiated and the end, where equations hold.
constexpr ModeSet me_known = initialization | event | continuous | terminated;
constexpr ModeSet cs_known = initialization | event | step | terminated;

constexpr CallRule set_debug_logging{"fmi3SetDebugLogging", me_settable, cs_settable};
constexpr CallRule reset{"fmi3Reset", me_settable, cs_settable};
constexpr CallRule get_state{"fmi3GetFMUState", me_settable, cs_settable};
constexpr CallRule set_state{"fmi3SetFMUState", me_settable, cs_settable};
constexpr CallRule free_state{"fmi3FreeFMUState", me_settable, cs_settable};
constexpr CallRule state_size{"fmi3SerializedFMUStateSize", me_settable, cs_settable};
constexpr CallRule serialize{"fmi3SerializeFMUState", me_settable, cs_settable};
constexpr CallRule deserialize{"fmi3DeserializeFMUState", me_settable, cs_settable};

constexpr CallRule enter_initialization{"fmi3EnterInitializationMode", instantiated, instantiated};
constexpr CallRule exit_initialization{"fmi3ExitInitializationMode", initialization, initialization};
constexpr CallRule terminate{"fmi3Terminate", event | continuous, event | step};
constexpr CallRule enter_event{"fmi3EnterEventMode", continuous, step};
constexpr CallRule evaluate_discrete_states{"fmi3EvaluateDiscreteStates", event, event};
constexpr CallRule update_discrete_states{"fmi3UpdateDiscreteStates", event, event};

// Values, by the type in the name of the function.
constexpr CallRule get_float64{"fmi3GetFloat64", me_get, cs_get};
constexpr CallRule get_int32{"fmi3GetInt32", me_get, cs_get};
constexpr CallRule get_int64{"fmi3GetInt64", me_get, cs_get};
constexpr CallRule get_boolean{"fmi3GetBoolean", me_get, cs_get};
constexpr CallRule get_string{"fmi3GetString", me_get, cs_get};
constexpr CallRule get_clock{"fmi3GetClock", event, event};
constexpr CallRule set_float64{"fmi3SetFloat64", me_set, cs_set};
constexpr CallRule set_int32{"fmi3SetInt32", me_set, cs_set};
constexpr CallRule set_int64{"fmi3SetInt64", me_set, cs_set};
constexpr CallRule set_boolean{"fmi3SetBoolean", me_set, cs_set};
constexpr CallRule set_string{"fmi3SetString", me_set, cs_set};
constexpr CallRule set_clock{"fmi3SetClock", event, event};

constexpr CallRule directional_derivative{"fmi3GetDirectionalDerivative", me_known, cs_known};
constexpr CallRule adjoint_derivative{"fmi3GetAdjointDerivative", me_known, cs_known};
constexpr CallRule dependencies{"fmi3GetVariableDependencies", me_settable, cs_settable};
constexpr CallRule dependency_count{"fmi3GetNumberOfVariableDependencies", me_settable, cs_settable};
constexpr CallRule enter_configuration{"fmi3EnterConfigurationMode", never, never};
constexpr CallRule exit_configuration{"fmi3ExitConfigurationMode", never, never};
constexpr CallRule get_interval{"fmi3GetInterval", initialization | event, initialization | event};
constexpr CallRule get_shift{"fmi3GetShift", initialization, initialization};
constexpr CallRule set_interval{"fmi3SetInterval", initialization | event, initialization | event};
constexpr CallRule set_shift{"fmi3SetShift", initialization, initialization};

constexpr CallRule enter_continuous{"fmi3EnterContinuousTimeMode", event, never};
constexpr CallRule completed_step{"fmi3CompletedIntegratorStep", continuous, never};
constexpr CallRule set_time{"fmi3SetTime", continuous, never};
constexpr CallRule set_states{"fmi3SetContinuousStates", continuous, never};
constexpr CallRule get_states{"fmi3GetContinuousStates", me_known, never};
constexpr CallRule get_derivatives{"fmi3GetContinuousStateDerivatives", me_known, never};
constexpr CallRule get_indicators{"fmi3GetEventIndicators", me_known, never};
constexpr CallRule get_nominals{"fmi3GetNominalsOfContinuousStates", me_known, never};
constexpr CallRule state_count{"fmi3GetNumberOfContinuousStates", me_settable, never};
constexpr CallRule indicator_count{"fmi3GetNumberOfEventIndicators", me_settable, never};

constexpr CallRule enter_step{"fmi3EnterStepMode", never, event};
constexpr CallRule get_output_derivatives{"fmi3GetOutputDerivatives", never, step | intermediate | terminated};
constexpr CallRule do_step{"fmi3DoStep", never, step};
constexpr CallRule activate_partition{"fmi3ActivateModelPartition", never, never};

}  // namespace moo::runtime::fmi::calls3
