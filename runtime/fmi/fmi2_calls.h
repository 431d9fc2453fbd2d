// Which functions FMI 2.0 allows when: the tables of its sections 3.2.3 and 4.2.4.
#pragma once

#include "runtime/fmi/mode.h"

namespace moo::runtime::fmi::calls2 {

// The columns of the tables. Here a step is never in progress or cancelled.
constexpr ModeSet instantiated = bit(Mode::instantiated);
constexpr ModeSet initialization = bit(Mode::initialization);
constexpr ModeSet event = bit(Mode::event);
constexpr ModeSet continuous = bit(Mode::continuous);
constexpr ModeSet complete = bit(Mode::step);
constexpr ModeSet failed = bit(Mode::step_failed);
constexpr ModeSet terminated = bit(Mode::terminated);
constexpr ModeSet error = bit(Mode::error);

constexpr ModeSet never = 0;
constexpr ModeSet me_always = instantiated | initialization | event | continuous | terminated | error;
constexpr ModeSet cs_always = instantiated | initialization | complete | failed | terminated | error;
constexpr ModeSet me_known = initialization | event | continuous | terminated | error;
constexpr ModeSet cs_known = initialization | complete | failed | terminated | error;
constexpr ModeSet cs_status = complete | failed | terminated;

constexpr CallRule set_debug_logging{"fmi2SetDebugLogging", me_always, cs_always};
constexpr CallRule setup_experiment{"fmi2SetupExperiment", instantiated, instantiated};
constexpr CallRule enter_initialization{"fmi2EnterInitializationMode", instantiated, instantiated};
constexpr CallRule exit_initialization{"fmi2ExitInitializationMode", initialization, initialization};
constexpr CallRule terminate{"fmi2Terminate", event | continuous, complete | failed};
constexpr CallRule reset{"fmi2Reset", me_always, cs_always};
constexpr CallRule get_real{"fmi2GetReal", me_known, cs_known};
constexpr CallRule get_integer{"fmi2GetInteger", me_known, cs_known};
constexpr CallRule get_boolean{"fmi2GetBoolean", me_known, cs_known};
constexpr CallRule get_string{"fmi2GetString", me_known, cs_known};
// Only Reals are continuous.
constexpr CallRule set_real{"fmi2SetReal", instantiated | initialization | event | continuous,
                            instantiated | initialization | complete};
constexpr CallRule set_integer{"fmi2SetInteger", instantiated | initialization | event,
                               instantiated | initialization | complete};
constexpr CallRule set_boolean{"fmi2SetBoolean", instantiated | initialization | event,
                               instantiated | initialization | complete};
constexpr CallRule set_string{"fmi2SetString", instantiated | initialization | event,
                              instantiated | initialization | complete};
constexpr CallRule get_state{"fmi2GetFMUstate", me_always, cs_always};
constexpr CallRule set_state{"fmi2SetFMUstate", me_always, cs_always};
constexpr CallRule free_state{"fmi2FreeFMUstate", me_always, cs_always};
constexpr CallRule state_size{"fmi2SerializedFMUstateSize", me_always, cs_always};
constexpr CallRule serialize{"fmi2SerializeFMUstate", me_always, cs_always};
constexpr CallRule deserialize{"fmi2DeSerializeFMUstate", me_always, cs_always};
constexpr CallRule directional_derivative{"fmi2GetDirectionalDerivative", me_known, cs_known};

constexpr CallRule enter_event{"fmi2EnterEventMode", event | continuous, never};
constexpr CallRule new_discrete_states{"fmi2NewDiscreteStates", event, never};
constexpr CallRule enter_continuous{"fmi2EnterContinuousTimeMode", event, never};
constexpr CallRule completed_step{"fmi2CompletedIntegratorStep", continuous, never};
// Allowed in Event Mode too, for models that have neither states nor crossings.
constexpr CallRule set_time{"fmi2SetTime", event | continuous, never};
constexpr CallRule set_states{"fmi2SetContinuousStates", continuous, never};
constexpr CallRule get_indicators{"fmi2GetEventIndicators", me_known, never};
constexpr CallRule get_states{"fmi2GetContinuousStates", me_known, never};
constexpr CallRule get_derivatives{"fmi2GetDerivatives", me_known, never};
constexpr CallRule get_nominals{"fmi2GetNominalsOfContinuousStates", me_known | instantiated, never};

constexpr CallRule set_input_derivatives{"fmi2SetRealInputDerivatives", never,
                                         instantiated | initialization | complete};
constexpr CallRule get_output_derivatives{"fmi2GetRealOutputDerivatives", never,
                                          complete | failed | terminated | error};
constexpr CallRule do_step{"fmi2DoStep", never, complete};
constexpr CallRule cancel_step{"fmi2CancelStep", never, never};
constexpr CallRule get_status{"fmi2GetStatus", never, cs_status};
constexpr CallRule get_real_status{"fmi2GetRealStatus", never, cs_status};
constexpr CallRule get_integer_status{"fmi2GetIntegerStatus", never, cs_status};
constexpr CallRule get_boolean_status{"fmi2GetBooleanStatus", never, cs_status};
constexpr CallRule get_string_status{"fmi2GetStringStatus", never, cs_status};

}  // namespace moo::runtime::fmi::calls2
