// The data of an FMU instance, for both versions of FMI.
//
// The functions on it are in files by purpose: life_cycle.h, variable_values.h, model_exchange.h, co_simulation.h,
// partial_derivatives.h, saved_state.h. All of them run between `begin` and `end` of the call guard. They throw no
// exceptions of their own; the functions of FMI catch those of the standard library.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "runtime/fmi/call_guard.h"
#include "runtime/fmi/description.h"
#include "runtime/fmi/run.h"

namespace moo::runtime::fmi {

// The answer of an importer of FMI 3.0 at an accepted step within a communication step.
struct IntermediateAnswer {
    bool returns_early = false;
    double return_time = 0.0;
};

struct CoSimulationOptions {
    bool uses_event_mode = false;
    bool may_return_early = false;
    // Empty if the importer does not request it.
    std::function<IntermediateAnswer(double time, bool may_return)> intermediate_update;
    std::vector<ValueReference> intermediate_variables;
};

struct FmuInstance {
    FmuInstance(MooFmu const& fmu, Kind kind, Log log, std::string resources, CoSimulationOptions options = {});
    FmuInstance(FmuInstance const&) = delete;
    FmuInstance& operator=(FmuInstance const&) = delete;

    // Replaces the run by a new one.
    void start_afresh();
    // Logs the event that has just been handled, if that is wanted.
    void log_event();

    MooFmu const& fmu;
    MooModel const& model;
    Description const description;
    std::string const resources;
    CoSimulationOptions const options;
    CallGuard guard;
    Messages messages;
    std::unique_ptr<Run> run;
};

}  // namespace moo::runtime::fmi
