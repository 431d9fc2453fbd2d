// One instance of an FMU: what the functions of both versions of FMI work on.
//
// It is data. The functions over it are in files by what an importer wants: life_cycle.h, values.h, model_exchange.h,
// co_simulation.h, partial_derivatives.h, saved_state.h. All of them run between the two halves of a call guard. None
// lets an exception out on purpose; whoever shows them to C catches what is left.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "runtime/fmi/call_guard.h"
#include "runtime/fmi/description.h"
#include "runtime/fmi/run.h"

namespace moo::runtime::fmi {

// What an importer of FMI 3.0 answers at accepted steps within a communication step.
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

struct FmuInstance {
    FmuInstance(MooFmu const& fmu, Kind kind, Log log, std::string resources, CoSimulationOptions options = {});
    FmuInstance(FmuInstance const&) = delete;
    FmuInstance& operator=(FmuInstance const&) = delete;

    // Makes everything anew that is not given for good.
    void start_afresh();
    // Tells of an event that has just been handled, if anybody wants to know.
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
