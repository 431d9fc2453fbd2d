// Simulates a model from its start to its stop time.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "runtime/instance/instance.h"
#include "runtime/results/result_sink.h"
#include "runtime/solvers/integrator.h"

namespace moo::runtime {

// How far a simulation is.
struct SimulationProgress {
    double time = 0.0;
    std::int64_t events = 0;
    Integrator const* integrator = nullptr;  // null before the first step; asking it for its statistics takes time
};

struct SimulationOptions {
    double start_time = 0.0;
    double stop_time = 1.0;
    double interval = 0.0;  // of output; 0: five hundred intervals
    double tolerance = 1e-6;
    std::string solver;       // one of `solver_list`; empty: the first
    double fixed_step = 0.0;  // of a solver that has one; 0: the output interval
    bool log_events = false;
    bool (*interrupted)() = nullptr;
    // Called after every row.
    std::function<void(SimulationProgress const&)> progress;
};

// The options from the model's experiment annotation.
[[nodiscard]] SimulationOptions default_options(MooModel const& model);

struct SimulationStatistics {
    IntegratorStatistics integrator;
    std::int64_t events = 0;
    std::int64_t rows = 0;
    std::int64_t selections = 0;  // how often other states were chosen
};

enum class SimulationEnd { stop_time, terminated, interrupted, sink_closed, failed };

struct SimulationOutcome {
    SimulationEnd end = SimulationEnd::failed;
    double time = 0.0;
    double last_row = 0.0;  // the time of the last row of results
    SimulationStatistics statistics;
};

// Failures have been reported through the instance's messages.
[[nodiscard]] SimulationOutcome simulate(Instance& instance, SimulationOptions const& options,
                                         std::vector<ResultSink*> const& sinks);

}  // namespace moo::runtime
