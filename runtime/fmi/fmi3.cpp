// The functions of FMI 3.0, except those for values of one type, which are in fmi3_values.cpp.
#include "runtime/fmi/fmi3.h"

#include <limits>
#include <string>

#include "runtime/fmi/call.h"
#include "runtime/fmi/co_simulation.h"
#include "runtime/fmi/fmi3_calls.h"
#include "runtime/fmi/life_cycle.h"
#include "runtime/fmi/model_exchange.h"
#include "runtime/fmi/partial_derivatives.h"
#include "runtime/fmi/resource_path.h"
#include "runtime/fmi/saved_state.h"

using namespace moo::runtime::fmi;

namespace {

template <class Work>
fmi3Status call3(fmi3Instance instance, CallRule const& rule, Work const& work) {
    return call<fmi3Status>(instance, rule, work);
}

fmi3Status call3(fmi3Instance instance, CallRule const& rule, Status (*work)(FmuInstance&)) {
    return call3(instance, rule, [work](FmuInstance& fmu) { return work(fmu); });
}

template <class T>
fmi3Status by_index(fmi3Instance instance, CallRule const& rule, T* values, size_t count,
                    Status (*work)(FmuInstance&, std::span<T>)) {
    return call3(instance, rule, [&](FmuInstance& fmu) {
        if (!is_array(values, count)) return fmu.guard.fail(missing_array);
        return work(fmu, std::span<T>(values, count));
    });
}

fmi3Status refuse(fmi3Instance instance, CallRule const& rule, char const* why) {
    return call3(instance, rule, [why](FmuInstance& fmu) { return fmu.guard.fail(why); });
}

constexpr char const* no_time_based_clock = "the FMU has no time-based clock";
constexpr char const* no_structural_parameter = "the FMU has no structural parameter";

struct Request {
    char const* call;
    char const* name;
    char const* token;
    char const* resources;
    bool logging_on;
    void* environment;
    fmi3LogMessageCallback log_message;
};

fmi3Instance instantiate(Request const& request, Kind kind, CoSimulationOptions options) {
    auto const tell = [request](Status status, char const* category, std::string const& text) {
        if (request.log_message == nullptr) return;
        request.log_message(request.environment, static_cast<fmi3Status>(status), category, text.c_str());
    };
    // The reason for a missing instance is always reported.
    auto const refuse_it = [&](std::string const& why) {
        Log const log(tell, true);
        log.tell(Status::error, Category::error, std::string(request.call) + ": " + why);
        return nullptr;
    };
    std::string const name = request.name != nullptr ? request.name : "";
    if (name.find_first_not_of(" \t\r\n") == std::string::npos) return refuse_it("the instance has no name");
    if (request.token == nullptr || std::string(request.token) != moo_fmu.token) {
        return refuse_it("the instantiation token is not that of this FMU, " + std::string(moo_fmu.token));
    }
    bool const is_me = kind == Kind::model_exchange;
    if ((moo_fmu.kinds & (is_me ? MOO_FMU_MODEL_EXCHANGE : MOO_FMU_CO_SIMULATION)) == 0) {
        return refuse_it(is_me ? "this FMU is not for Model Exchange" : "this FMU is not for Co-Simulation");
    }
    for (ValueReference const reference : options.intermediate_variables) {
        if (reference >= moo_fmu.variable_count) return refuse_it("an intermediate variable is unknown");
    }
    return new FmuInstance(moo_fmu, kind, Log(tell, request.logging_on),
                           request.resources != nullptr ? with_separator(request.resources) : std::string(),
                           std::move(options));
}

// Wraps the callback of C.
std::function<IntermediateAnswer(double, bool)> ask_importer(fmi3IntermediateUpdateCallback callback,
                                                             fmi3InstanceEnvironment environment, bool may_set) {
    if (callback == nullptr) return nullptr;
    return [callback, environment, may_set](double time, bool may_return) {
        fmi3Boolean requested = false;
        fmi3Float64 return_time = time;
        callback(environment, time, may_set, true, true, may_return, &requested, &return_time);
        return IntermediateAnswer{requested, return_time};
    };
}

}  // namespace

extern "C" {

char const* fmi3GetVersion(void) { return "3.0"; }

fmi3Instance fmi3InstantiateModelExchange(fmi3String name, fmi3String token, fmi3String resources, fmi3Boolean,
                                          fmi3Boolean logging_on, fmi3InstanceEnvironment environment,
                                          fmi3LogMessageCallback log_message) try {
    return instantiate({"fmi3InstantiateModelExchange", name, token, resources, logging_on, environment, log_message},
                       Kind::model_exchange, {});
} catch (...) {
    return nullptr;
}

fmi3Instance fmi3InstantiateCoSimulation(fmi3String name, fmi3String token, fmi3String resources, fmi3Boolean,
                                         fmi3Boolean logging_on, fmi3Boolean event_mode_used,
                                         fmi3Boolean early_return_allowed,
                                         fmi3ValueReference const intermediate_variables[], size_t intermediate_count,
                                         fmi3InstanceEnvironment environment, fmi3LogMessageCallback log_message,
                                         fmi3IntermediateUpdateCallback intermediate_update) try {
    CoSimulationOptions options;
    options.uses_event_mode = event_mode_used;
    options.may_return_early = early_return_allowed;
    if (intermediate_variables != nullptr) {
        options.intermediate_variables.assign(intermediate_variables, intermediate_variables + intermediate_count);
    }
    options.intermediate_update = ask_importer(intermediate_update, environment, intermediate_count > 0);
    return instantiate({"fmi3InstantiateCoSimulation", name, token, resources, logging_on, environment, log_message},
                       Kind::co_simulation, std::move(options));
} catch (...) {
    return nullptr;
}

fmi3Instance fmi3InstantiateScheduledExecution(fmi3String, fmi3String, fmi3String, fmi3Boolean, fmi3Boolean,
                                               fmi3InstanceEnvironment environment, fmi3LogMessageCallback log_message,
                                               fmi3ClockUpdateCallback, fmi3LockPreemptionCallback,
                                               fmi3UnlockPreemptionCallback) {
    if (log_message != nullptr) {
        log_message(environment, fmi3Error, category_names[static_cast<std::size_t>(Category::error)],
                    "fmi3InstantiateScheduledExecution: this FMU is not for Scheduled Execution");
    }
    return nullptr;
}

void fmi3FreeInstance(fmi3Instance instance) { delete static_cast<FmuInstance*>(instance); }

fmi3Status fmi3SetDebugLogging(fmi3Instance instance, fmi3Boolean on, size_t category_count,
                               fmi3String const categories[]) {
    return call3(instance, calls3::set_debug_logging,
                 [&](FmuInstance& fmu) { return switch_logging(fmu, on, category_count, categories); });
}

fmi3Status fmi3EnterInitializationMode(fmi3Instance instance, fmi3Boolean has_tolerance, fmi3Float64 tolerance,
                                       fmi3Float64 start, fmi3Boolean has_stop, fmi3Float64 stop) {
    return call3(instance, calls3::enter_initialization, [&](FmuInstance& fmu) {
        Experiment experiment;
        experiment.start = start;
        if (has_stop) experiment.stop = stop;
        if (has_tolerance) experiment.tolerance = tolerance;
        Status const status = set_up(fmu, experiment);
        return status == Status::ok ? enter_initialization(fmu) : status;
    });
}

fmi3Status fmi3ExitInitializationMode(fmi3Instance instance) {
    return call3(instance, calls3::exit_initialization, &exit_initialization);
}
fmi3Status fmi3EnterEventMode(fmi3Instance instance) { return call3(instance, calls3::enter_event, &enter_event_mode); }
fmi3Status fmi3Terminate(fmi3Instance instance) { return call3(instance, calls3::terminate, &terminate); }
fmi3Status fmi3Reset(fmi3Instance instance) { return call3(instance, calls3::reset, &reset); }

// ---- state -------------------------------------------------------------------------------------------

fmi3Status fmi3GetFMUState(fmi3Instance instance, fmi3FMUState* state) {
    return call3(instance, calls3::get_state, [&](FmuInstance& fmu) { return save_state(fmu, state); });
}
fmi3Status fmi3SetFMUState(fmi3Instance instance, fmi3FMUState state) {
    return call3(instance, calls3::set_state, [&](FmuInstance& fmu) { return restore_state(fmu, state); });
}
fmi3Status fmi3FreeFMUState(fmi3Instance instance, fmi3FMUState* state) {
    return call3(instance, calls3::free_state, [&](FmuInstance& fmu) { return free_state(fmu, state); });
}
fmi3Status fmi3SerializedFMUStateSize(fmi3Instance instance, fmi3FMUState state, size_t* size) {
    return call3(instance, calls3::state_size, [&](FmuInstance& fmu) { return state_size(fmu, state, size); });
}
fmi3Status fmi3SerializeFMUState(fmi3Instance instance, fmi3FMUState state, fmi3Byte bytes[], size_t size) {
    return call3(instance, calls3::serialize,
                 [&](FmuInstance& fmu) { return serialize_state(fmu, state, bytes, size); });
}
fmi3Status fmi3DeserializeFMUState(fmi3Instance instance, fmi3Byte const bytes[], size_t size, fmi3FMUState* state) {
    return call3(instance, calls3::deserialize,
                 [&](FmuInstance& fmu) { return deserialize_state(fmu, bytes, size, state); });
}

// ---- derivatives and dependencies --------------------------------------------------------------------

fmi3Status fmi3GetDirectionalDerivative(fmi3Instance instance, fmi3ValueReference const unknowns[],
                                        size_t unknown_count, fmi3ValueReference const knowns[], size_t known_count,
                                        fmi3Float64 const seed[], size_t seed_count, fmi3Float64 sensitivity[],
                                        size_t sensitivity_count) {
    return call3(instance, calls3::directional_derivative, [&](FmuInstance& fmu) {
        bool const there = is_array(unknowns, unknown_count) && is_array(knowns, known_count) &&
                           is_array(seed, seed_count) && is_array(sensitivity, sensitivity_count);
        if (!there) return fmu.guard.fail(missing_array);
        return directional_derivative(fmu, {unknowns, unknown_count}, {knowns, known_count}, {seed, seed_count},
                                      {sensitivity, sensitivity_count});
    });
}

fmi3Status fmi3GetAdjointDerivative(fmi3Instance instance, fmi3ValueReference const unknowns[], size_t unknown_count,
                                    fmi3ValueReference const knowns[], size_t known_count, fmi3Float64 const seed[],
                                    size_t seed_count, fmi3Float64 sensitivity[], size_t sensitivity_count) {
    return call3(instance, calls3::adjoint_derivative, [&](FmuInstance& fmu) {
        bool const there = is_array(unknowns, unknown_count) && is_array(knowns, known_count) &&
                           is_array(seed, seed_count) && is_array(sensitivity, sensitivity_count);
        if (!there) return fmu.guard.fail(missing_array);
        return adjoint_derivative(fmu, {unknowns, unknown_count}, {knowns, known_count}, {seed, seed_count},
                                  {sensitivity, sensitivity_count});
    });
}

fmi3Status fmi3GetNumberOfVariableDependencies(fmi3Instance instance, fmi3ValueReference, size_t*) {
    return refuse(instance, calls3::dependency_count, "the FMU has no dependencies by element beyond its description");
}
fmi3Status fmi3GetVariableDependencies(fmi3Instance instance, fmi3ValueReference, size_t*, fmi3ValueReference*, size_t*,
                                       fmi3DependencyKind*, size_t) {
    return refuse(instance, calls3::dependencies, "the FMU has no dependencies by element beyond its description");
}

fmi3Status fmi3EnterConfigurationMode(fmi3Instance instance) {
    return refuse(instance, calls3::enter_configuration, no_structural_parameter);
}
fmi3Status fmi3ExitConfigurationMode(fmi3Instance instance) {
    return refuse(instance, calls3::exit_configuration, no_structural_parameter);
}

// ---- clocks: ours tick by themselves -----------------------------------------------------------------

fmi3Status fmi3GetIntervalDecimal(fmi3Instance instance, fmi3ValueReference const*, size_t, fmi3Float64*,
                                  fmi3IntervalQualifier*) {
    return refuse(instance, calls3::get_interval, no_time_based_clock);
}
fmi3Status fmi3GetIntervalFraction(fmi3Instance instance, fmi3ValueReference const*, size_t, fmi3UInt64*, fmi3UInt64*,
                                   fmi3IntervalQualifier*) {
    return refuse(instance, calls3::get_interval, no_time_based_clock);
}
fmi3Status fmi3GetShiftDecimal(fmi3Instance instance, fmi3ValueReference const*, size_t, fmi3Float64*) {
    return refuse(instance, calls3::get_shift, no_time_based_clock);
}
fmi3Status fmi3GetShiftFraction(fmi3Instance instance, fmi3ValueReference const*, size_t, fmi3UInt64*, fmi3UInt64*) {
    return refuse(instance, calls3::get_shift, no_time_based_clock);
}
fmi3Status fmi3SetIntervalDecimal(fmi3Instance instance, fmi3ValueReference const*, size_t, fmi3Float64 const*) {
    return refuse(instance, calls3::set_interval, no_time_based_clock);
}
fmi3Status fmi3SetIntervalFraction(fmi3Instance instance, fmi3ValueReference const*, size_t, fmi3UInt64 const*,
                                   fmi3UInt64 const*) {
    return refuse(instance, calls3::set_interval, no_time_based_clock);
}
fmi3Status fmi3SetShiftDecimal(fmi3Instance instance, fmi3ValueReference const*, size_t, fmi3Float64 const*) {
    return refuse(instance, calls3::set_shift, no_time_based_clock);
}
fmi3Status fmi3SetShiftFraction(fmi3Instance instance, fmi3ValueReference const*, size_t, fmi3UInt64 const*,
                                fmi3UInt64 const*) {
    return refuse(instance, calls3::set_shift, no_time_based_clock);
}

// ---- events ------------------------------------------------------------------------------------------

fmi3Status fmi3EvaluateDiscreteStates(fmi3Instance instance) {
    return call3(instance, calls3::evaluate_discrete_states, &evaluate_discrete_states);
}

fmi3Status fmi3UpdateDiscreteStates(fmi3Instance instance, fmi3Boolean* needs_update, fmi3Boolean* terminate,
                                    fmi3Boolean* nominals_changed, fmi3Boolean* states_changed,
                                    fmi3Boolean* has_next_event, fmi3Float64* next_event) {
    return call3(instance, calls3::update_discrete_states, [&](FmuInstance& fmu) {
        bool const there = needs_update != nullptr && terminate != nullptr && nominals_changed != nullptr &&
                           states_changed != nullptr && has_next_event != nullptr && next_event != nullptr;
        if (!there) return fmu.guard.fail(missing_result);
        EventOutcome outcome;
        Status const status = update_discrete_states(fmu, outcome);
        *needs_update = false;
        *terminate = outcome.terminates;
        *nominals_changed = outcome.nominals_changed;
        *states_changed = outcome.states_changed;
        *has_next_event = outcome.next_event < std::numeric_limits<double>::infinity();
        *next_event = *has_next_event ? outcome.next_event : 0.0;
        return status;
    });
}

// ---- Model Exchange ----------------------------------------------------------------------------------

fmi3Status fmi3EnterContinuousTimeMode(fmi3Instance instance) {
    return call3(instance, calls3::enter_continuous, &enter_continuous_mode);
}

fmi3Status fmi3CompletedIntegratorStep(fmi3Instance instance, fmi3Boolean, fmi3Boolean* enter_event_mode,
                                       fmi3Boolean* terminate) {
    return call3(instance, calls3::completed_step, [&](FmuInstance& fmu) {
        if (enter_event_mode == nullptr || terminate == nullptr) return fmu.guard.fail(missing_result);
        *enter_event_mode = *terminate = false;
        return completed_step(fmu, *enter_event_mode, *terminate);
    });
}

fmi3Status fmi3SetTime(fmi3Instance instance, fmi3Float64 time) {
    return call3(instance, calls3::set_time, [time](FmuInstance& fmu) { return set_time(fmu, time); });
}
fmi3Status fmi3SetContinuousStates(fmi3Instance instance, fmi3Float64 const states[], size_t count) {
    return by_index(instance, calls3::set_states, states, count, &set_states);
}
fmi3Status fmi3GetContinuousStateDerivatives(fmi3Instance instance, fmi3Float64 derivatives[], size_t count) {
    return by_index(instance, calls3::get_derivatives, derivatives, count, &get_derivatives);
}
fmi3Status fmi3GetEventIndicators(fmi3Instance instance, fmi3Float64 indicators[], size_t count) {
    return by_index(instance, calls3::get_indicators, indicators, count, &get_indicators);
}
fmi3Status fmi3GetContinuousStates(fmi3Instance instance, fmi3Float64 states[], size_t count) {
    return by_index(instance, calls3::get_states, states, count, &get_states);
}
fmi3Status fmi3GetNominalsOfContinuousStates(fmi3Instance instance, fmi3Float64 nominals[], size_t count) {
    return by_index(instance, calls3::get_nominals, nominals, count, &get_nominals);
}
fmi3Status fmi3GetNumberOfEventIndicators(fmi3Instance instance, size_t* count) {
    return call3(instance, calls3::indicator_count, [&](FmuInstance& fmu) {
        if (count == nullptr) return fmu.guard.fail(missing_result);
        *count = fmu.model.crossing_count;
        return Status::ok;
    });
}
fmi3Status fmi3GetNumberOfContinuousStates(fmi3Instance instance, size_t* count) {
    return call3(instance, calls3::state_count, [&](FmuInstance& fmu) {
        if (count == nullptr) return fmu.guard.fail(missing_result);
        *count = fmu.model.state_count;
        return Status::ok;
    });
}

// ---- Co-Simulation -----------------------------------------------------------------------------------

fmi3Status fmi3EnterStepMode(fmi3Instance instance) { return call3(instance, calls3::enter_step, &enter_step_mode); }

fmi3Status fmi3GetOutputDerivatives(fmi3Instance instance, fmi3ValueReference const*, size_t, fmi3Int32 const*,
                                    fmi3Float64*, size_t) {
    return refuse(instance, calls3::get_output_derivatives, "the highest order of output derivatives is 0");
}

fmi3Status fmi3DoStep(fmi3Instance instance, fmi3Float64 current, fmi3Float64 size, fmi3Boolean,
                      fmi3Boolean* event_needed, fmi3Boolean* terminate, fmi3Boolean* early_return,
                      fmi3Float64* last_successful_time) {
    return call3(instance, calls3::do_step, [&](FmuInstance& fmu) {
        bool const there = event_needed != nullptr && terminate != nullptr && early_return != nullptr &&
                           last_successful_time != nullptr;
        if (!there) return fmu.guard.fail(missing_result);
        StepOutcome outcome;
        // A step that was discarded would have to leave the FMU as it was before, which this one does not.
        bool const good = do_step(fmu, current, size, outcome) == Status::ok;
        *event_needed = outcome.event_needed;
        *terminate = outcome.terminates;
        *early_return = outcome.returns_early;
        *last_successful_time = fmu.run->stepping.communication_time;
        return good ? Status::ok : Status::error;
    });
}

// ---- Scheduled Execution -----------------------------------------------------------------------------

fmi3Status fmi3ActivateModelPartition(fmi3Instance instance, fmi3ValueReference, fmi3Float64) {
    return refuse(instance, calls3::activate_partition, "this FMU is not for Scheduled Execution");
}

}  // extern "C"
