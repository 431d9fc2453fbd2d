// The functions of FMI 2.0.
#include "runtime/fmi/fmi2.h"

#include <algorithm>
#include <string>

#include "runtime/fmi/call.h"
#include "runtime/fmi/co_simulation.h"
#include "runtime/fmi/fmi2_calls.h"
#include "runtime/fmi/life_cycle.h"
#include "runtime/fmi/model_exchange.h"
#include "runtime/fmi/partial_derivatives.h"
#include "runtime/fmi/resource_path.h"
#include "runtime/fmi/saved_state.h"

using namespace moo::runtime::fmi;

namespace {

constexpr std::uint32_t real_types = 1U << MOO_FMU_REAL;
constexpr std::uint32_t integer_types = 1U << MOO_FMU_INTEGER | 1U << MOO_FMU_ENUMERATION;
constexpr std::uint32_t boolean_types = 1U << MOO_FMU_BOOLEAN;

template <class Work>
fmi2Status call2(fmi2Component c, CallRule const& rule, Work const& work) {
    return call<fmi2Status>(c, rule, work);
}

// For functions that only pass on the call.
fmi2Status call2(fmi2Component c, CallRule const& rule, Status (*work)(FmuInstance&)) {
    return call2(c, rule, [work](FmuInstance& fmu) { return work(fmu); });
}

template <class T>
fmi2Status get2(fmi2Component c, CallRule const& rule, std::uint32_t types, fmi2ValueReference const* references,
                size_t count, T* values) {
    return call2(c, rule, [&](FmuInstance& fmu) {
        if (!is_array(references, count) || !is_array(values, count)) return fmu.guard.fail(missing_array);
        return get_numbers<T>(fmu, {references, count}, types, {values, count});
    });
}

template <class T>
fmi2Status set2(fmi2Component c, CallRule const& rule, std::uint32_t types, fmi2ValueReference const* references,
                size_t count, T const* values) {
    return call2(c, rule, [&](FmuInstance& fmu) {
        if (!is_array(references, count) || !is_array(values, count)) return fmu.guard.fail(missing_array);
        return set_numbers<T>(fmu, {references, count}, types, {values, count});
    });
}

// Arrays by state or by event indicator.
template <class T>
fmi2Status by_index(fmi2Component c, CallRule const& rule, T* values, size_t count,
                    Status (*work)(FmuInstance&, std::span<T>)) {
    return call2(c, rule, [&](FmuInstance& fmu) {
        if (!is_array(values, count)) return fmu.guard.fail(missing_array);
        return work(fmu, std::span<T>(values, count));
    });
}

// For status information that is not available.
template <class T>
fmi2Status no_status(fmi2Component c, CallRule const& rule, T* value) {
    return call2(c, rule, [&](FmuInstance& fmu) {
        if (value == nullptr) return fmu.guard.fail(missing_result);
        return fmu.guard.fail("no step runs in the background; there is nothing to say about it", Status::discard);
    });
}

}  // namespace

extern "C" {

char const* fmi2GetTypesPlatform(void) { return "default"; }
char const* fmi2GetVersion(void) { return "2.0"; }

fmi2Component fmi2Instantiate(fmi2String name, fmi2Type kind, fmi2String guid, fmi2String resources,
                              fmi2CallbackFunctions const* functions, fmi2Boolean, fmi2Boolean logging_on) {
    if (functions == nullptr) return nullptr;
    try {
        fmi2CallbackFunctions const callbacks = *functions;
        std::string const instance_name = name != nullptr ? name : "";
        Log log(
            [callbacks, instance_name](Status status, char const* category, std::string const& text) {
                if (callbacks.logger == nullptr) return;
                callbacks.logger(callbacks.componentEnvironment, instance_name.c_str(), static_cast<fmi2Status>(status),
                                 category, "%s", text.c_str());
            },
            logging_on != fmi2False);
        // The reason for a failure is not debug output, so it is always logged.
        for (Category const category : {Category::discard, Category::error}) log.switch_on(category);
        auto const refuse = [&log](std::string const& why) {
            log.tell(Status::error, Category::error, "fmi2Instantiate: " + why);
            return nullptr;
        };
        if (instance_name.find_first_not_of(" \t\r\n") == std::string::npos) return refuse("the instance has no name");
        if (guid == nullptr || std::string(guid) != moo_fmu.token) {
            return refuse("the GUID is not that of this FMU, " + std::string(moo_fmu.token));
        }
        bool const is_me = kind == fmi2ModelExchange;
        if ((moo_fmu.kinds & (is_me ? MOO_FMU_MODEL_EXCHANGE : MOO_FMU_CO_SIMULATION)) == 0) {
            return refuse(is_me ? "this FMU is not for Model Exchange" : "this FMU is not for Co-Simulation");
        }
        return new FmuInstance(moo_fmu, is_me ? Kind::model_exchange : Kind::co_simulation, std::move(log),
                               resources != nullptr ? path_of_uri(resources) : std::string());
    } catch (...) {
        return nullptr;
    }
}

void fmi2FreeInstance(fmi2Component c) { delete static_cast<FmuInstance*>(c); }

fmi2Status fmi2SetDebugLogging(fmi2Component c, fmi2Boolean on, size_t category_count, fmi2String const categories[]) {
    return call2(c, calls2::set_debug_logging,
                 [&](FmuInstance& fmu) { return switch_logging(fmu, on != fmi2False, category_count, categories); });
}

fmi2Status fmi2SetupExperiment(fmi2Component c, fmi2Boolean has_tolerance, fmi2Real tolerance, fmi2Real start,
                               fmi2Boolean has_stop, fmi2Real stop) {
    return call2(c, calls2::setup_experiment, [&](FmuInstance& fmu) {
        Experiment experiment;
        experiment.start = start;
        if (has_stop != fmi2False) experiment.stop = stop;
        if (has_tolerance != fmi2False) experiment.tolerance = tolerance;
        return set_up(fmu, experiment);
    });
}

fmi2Status fmi2EnterInitializationMode(fmi2Component c) {
    return call2(c, calls2::enter_initialization, &enter_initialization);
}
fmi2Status fmi2ExitInitializationMode(fmi2Component c) {
    return call2(c, calls2::exit_initialization, &exit_initialization);
}
fmi2Status fmi2Terminate(fmi2Component c) { return call2(c, calls2::terminate, &terminate); }
fmi2Status fmi2Reset(fmi2Component c) { return call2(c, calls2::reset, &reset); }

// ---- values ------------------------------------------------------------------------------------------

fmi2Status fmi2GetReal(fmi2Component c, fmi2ValueReference const references[], size_t count, fmi2Real values[]) {
    return get2(c, calls2::get_real, real_types, references, count, values);
}
fmi2Status fmi2GetInteger(fmi2Component c, fmi2ValueReference const references[], size_t count, fmi2Integer values[]) {
    return get2(c, calls2::get_integer, integer_types, references, count, values);
}
fmi2Status fmi2GetBoolean(fmi2Component c, fmi2ValueReference const references[], size_t count, fmi2Boolean values[]) {
    return get2(c, calls2::get_boolean, boolean_types, references, count, values);
}
fmi2Status fmi2GetString(fmi2Component c, fmi2ValueReference const references[], size_t count, fmi2String values[]) {
    return call2(c, calls2::get_string, [&](FmuInstance& fmu) {
        if (!is_array(references, count) || !is_array(values, count)) return fmu.guard.fail(missing_array);
        return get_texts(fmu, {references, count}, {values, count});
    });
}
fmi2Status fmi2SetReal(fmi2Component c, fmi2ValueReference const references[], size_t count, fmi2Real const values[]) {
    return set2(c, calls2::set_real, real_types, references, count, values);
}
fmi2Status fmi2SetInteger(fmi2Component c, fmi2ValueReference const references[], size_t count,
                          fmi2Integer const values[]) {
    return set2(c, calls2::set_integer, integer_types, references, count, values);
}
fmi2Status fmi2SetBoolean(fmi2Component c, fmi2ValueReference const references[], size_t count,
                          fmi2Boolean const values[]) {
    return call2(c, calls2::set_boolean, [&](FmuInstance& fmu) {
        if (!is_array(references, count) || !is_array(values, count)) return fmu.guard.fail(missing_array);
        std::vector<double> numbers(count);
        std::transform(values, values + count, numbers.begin(),
                       [](fmi2Boolean b) { return b != fmi2False ? 1.0 : 0.0; });
        return set_values(fmu, {references, count}, boolean_types, numbers);
    });
}
fmi2Status fmi2SetString(fmi2Component c, fmi2ValueReference const references[], size_t count,
                         fmi2String const values[]) {
    return call2(c, calls2::set_string, [&](FmuInstance& fmu) {
        if (!is_array(references, count) || !is_array(values, count)) return fmu.guard.fail(missing_array);
        return set_texts(fmu, {references, count}, {values, count});
    });
}

// ---- state -------------------------------------------------------------------------------------------

fmi2Status fmi2GetFMUstate(fmi2Component c, fmi2FMUstate* state) {
    return call2(c, calls2::get_state, [&](FmuInstance& fmu) { return save_state(fmu, state); });
}
fmi2Status fmi2SetFMUstate(fmi2Component c, fmi2FMUstate state) {
    return call2(c, calls2::set_state, [&](FmuInstance& fmu) { return restore_state(fmu, state); });
}
fmi2Status fmi2FreeFMUstate(fmi2Component c, fmi2FMUstate* state) {
    return call2(c, calls2::free_state, [&](FmuInstance& fmu) { return free_state(fmu, state); });
}
fmi2Status fmi2SerializedFMUstateSize(fmi2Component c, fmi2FMUstate state, size_t* size) {
    return call2(c, calls2::state_size, [&](FmuInstance& fmu) { return state_size(fmu, state, size); });
}
fmi2Status fmi2SerializeFMUstate(fmi2Component c, fmi2FMUstate state, fmi2Byte bytes[], size_t size) {
    return call2(c, calls2::serialize, [&](FmuInstance& fmu) { return serialize_state(fmu, state, bytes, size); });
}
fmi2Status fmi2DeSerializeFMUstate(fmi2Component c, fmi2Byte const bytes[], size_t size, fmi2FMUstate* state) {
    return call2(c, calls2::deserialize, [&](FmuInstance& fmu) { return deserialize_state(fmu, bytes, size, state); });
}

fmi2Status fmi2GetDirectionalDerivative(fmi2Component c, fmi2ValueReference const unknowns[], size_t unknown_count,
                                        fmi2ValueReference const knowns[], size_t known_count, fmi2Real const seed[],
                                        fmi2Real sensitivity[]) {
    return call2(c, calls2::directional_derivative, [&](FmuInstance& fmu) {
        bool const there = is_array(unknowns, unknown_count) && is_array(knowns, known_count) &&
                           is_array(seed, known_count) && is_array(sensitivity, unknown_count);
        if (!there) return fmu.guard.fail(missing_array);
        return directional_derivative(fmu, {unknowns, unknown_count}, {knowns, known_count}, {seed, known_count},
                                      {sensitivity, unknown_count});
    });
}

// ---- Model Exchange ----------------------------------------------------------------------------------

fmi2Status fmi2EnterEventMode(fmi2Component c) { return call2(c, calls2::enter_event, &enter_event_mode); }

fmi2Status fmi2NewDiscreteStates(fmi2Component c, fmi2EventInfo* info) {
    return call2(c, calls2::new_discrete_states, [&](FmuInstance& fmu) {
        if (info == nullptr) return fmu.guard.fail(missing_result);
        EventOutcome outcome;
        Status const status = update_discrete_states(fmu, outcome);
        if (status != Status::ok) return status;
        bool const has_next = outcome.next_event < std::numeric_limits<double>::infinity();
        *info = {fmi2False,
                 outcome.terminates ? fmi2True : fmi2False,
                 outcome.nominals_changed ? fmi2True : fmi2False,
                 outcome.states_changed ? fmi2True : fmi2False,
                 has_next ? fmi2True : fmi2False,
                 has_next ? outcome.next_event : 0.0};
        return status;
    });
}

fmi2Status fmi2EnterContinuousTimeMode(fmi2Component c) {
    return call2(c, calls2::enter_continuous, &enter_continuous_mode);
}

fmi2Status fmi2CompletedIntegratorStep(fmi2Component c, fmi2Boolean, fmi2Boolean* enter_event_mode,
                                       fmi2Boolean* terminate) {
    return call2(c, calls2::completed_step, [&](FmuInstance& fmu) {
        if (enter_event_mode == nullptr || terminate == nullptr) return fmu.guard.fail(missing_result);
        bool enters = false;
        bool terminates = false;
        Status const status = completed_step(fmu, enters, terminates);
        *enter_event_mode = enters ? fmi2True : fmi2False;
        *terminate = terminates ? fmi2True : fmi2False;
        return status;
    });
}

fmi2Status fmi2SetTime(fmi2Component c, fmi2Real time) {
    return call2(c, calls2::set_time, [time](FmuInstance& fmu) { return set_time(fmu, time); });
}
fmi2Status fmi2SetContinuousStates(fmi2Component c, fmi2Real const states[], size_t count) {
    return by_index(c, calls2::set_states, states, count, &set_states);
}
fmi2Status fmi2GetDerivatives(fmi2Component c, fmi2Real derivatives[], size_t count) {
    return by_index(c, calls2::get_derivatives, derivatives, count, &get_derivatives);
}
fmi2Status fmi2GetEventIndicators(fmi2Component c, fmi2Real indicators[], size_t count) {
    return by_index(c, calls2::get_indicators, indicators, count, &get_indicators);
}
fmi2Status fmi2GetContinuousStates(fmi2Component c, fmi2Real states[], size_t count) {
    return by_index(c, calls2::get_states, states, count, &get_states);
}
fmi2Status fmi2GetNominalsOfContinuousStates(fmi2Component c, fmi2Real nominals[], size_t count) {
    return by_index(c, calls2::get_nominals, nominals, count, &get_nominals);
}

// ---- Co-Simulation -----------------------------------------------------------------------------------

fmi2Status fmi2SetRealInputDerivatives(fmi2Component c, fmi2ValueReference const references[], size_t count,
                                       fmi2Integer const orders[], fmi2Real const values[]) {
    return call2(c, calls2::set_input_derivatives, [&](FmuInstance& fmu) {
        if (!is_array(references, count) || !is_array(orders, count) || !is_array(values, count)) {
            return fmu.guard.fail(missing_array);
        }
        return set_input_derivatives(fmu, {references, count}, {orders, count}, {values, count});
    });
}

fmi2Status fmi2GetRealOutputDerivatives(fmi2Component c, fmi2ValueReference const*, size_t, fmi2Integer const*,
                                        fmi2Real*) {
    return call2(c, calls2::get_output_derivatives,
                 [](FmuInstance& fmu) { return fmu.guard.fail("the highest order of output derivatives is 0"); });
}

fmi2Status fmi2DoStep(fmi2Component c, fmi2Real current, fmi2Real size, fmi2Boolean) {
    return call2(c, calls2::do_step, [&](FmuInstance& fmu) {
        StepOutcome outcome;
        Status const status = do_step(fmu, current, size, outcome);
        if (status != Status::ok || !outcome.terminates) return status;
        fmu.guard.enter(Mode::step_failed);
        return fmu.guard.fail("the model has ended the simulation", Status::discard);
    });
}

fmi2Status fmi2CancelStep(fmi2Component c) {
    return call2(c, calls2::cancel_step, [](FmuInstance& fmu) { return fmu.guard.fail("no step is running"); });
}

fmi2Status fmi2GetStatus(fmi2Component c, fmi2StatusKind const, fmi2Status* value) {
    return no_status(c, calls2::get_status, value);
}
fmi2Status fmi2GetIntegerStatus(fmi2Component c, fmi2StatusKind const, fmi2Integer* value) {
    return no_status(c, calls2::get_integer_status, value);
}
fmi2Status fmi2GetStringStatus(fmi2Component c, fmi2StatusKind const, fmi2String* value) {
    return no_status(c, calls2::get_string_status, value);
}
fmi2Status fmi2GetRealStatus(fmi2Component c, fmi2StatusKind const kind, fmi2Real* value) {
    if (kind != fmi2LastSuccessfulTime) return no_status(c, calls2::get_real_status, value);
    return call2(c, calls2::get_real_status, [&](FmuInstance& fmu) {
        if (value == nullptr) return fmu.guard.fail(missing_result);
        *value = fmu.run->stepping.communication_time;
        return Status::ok;
    });
}
fmi2Status fmi2GetBooleanStatus(fmi2Component c, fmi2StatusKind const kind, fmi2Boolean* value) {
    if (kind != fmi2Terminated) return no_status(c, calls2::get_boolean_status, value);
    return call2(c, calls2::get_boolean_status, [&](FmuInstance& fmu) {
        if (value == nullptr) return fmu.guard.fail(missing_result);
        *value = fmu.run->wants_to_terminate() ? fmi2True : fmi2False;
        return Status::ok;
    });
}

}  // extern "C"
