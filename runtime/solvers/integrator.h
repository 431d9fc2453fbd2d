// Advances an instance from one event to the next.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/instance/instance.h"

namespace moo::runtime {

// The consequence of an accepted step.
enum class StepVerdict { go_on, start_afresh, fail };

struct IntegratorOptions {
    double tolerance = 1e-6;  // relative, of the results
    double start_time = 0.0;
    double stop_time = 1.0;
    double max_step = 0.0;    // relations are checked at least this often; 0: no limit
    double fixed_step = 0.0;  // of methods that have one
    // Called from time to time during long runs; true ends `advance` with `interrupted`.
    bool (*interrupted)() = nullptr;
    std::string solver;  // a name of `solver_list`; empty: the first
    // Called at each accepted step, with time and states of the instance at its end; other variables have not been
    // computed. Must not change discrete variables, because output points within the step are computed later. May be
    // empty.
    std::function<StepVerdict()> on_step;
};

struct IntegratorStatistics {
    std::int64_t steps = 0;
    std::int64_t derivative_calls = 0;
    std::int64_t jacobian_calls = 0;
    std::int64_t error_test_failures = 0;
    std::int64_t convergence_failures = 0;
    std::int64_t restarts = 0;
};

// `switched`: the observer of the step that ends here requested a restart.
enum class AdvanceResult { reached, crossing, switched, interrupted, failed };

// An integrator only sets time and states of the instance; to get the other variables, call `compute_continuous`.
class Integrator {
public:
    virtual ~Integrator() = default;

    // Discards the past: call it before the first step and after every event. `stop` is a time beyond which the model
    // must not be evaluated, because its equations may change there.
    [[nodiscard]] virtual bool restart(double stop) = 0;
    // Moves the stop time if nothing else has changed, and keeps the past.
    [[nodiscard]] virtual bool extend(double stop) = 0;
    // Continues to `target` or to the first point after a zero crossing, whichever comes first. A failure has been
    // reported.
    [[nodiscard]] virtual AdvanceResult advance(double target) = 0;
    [[nodiscard]] virtual IntegratorStatistics statistics() const = 0;
};

struct SolverInfo {
    std::string_view name;
    std::string_view description;
};

// All solvers that `--solver` accepts; the first is the default.
[[nodiscard]] std::vector<SolverInfo> const& solver_list();

// The chosen solver if there is something to integrate, otherwise `StatelessIntegrator`. Null, after a report, if it
// cannot be set up.
[[nodiscard]] std::unique_ptr<Integrator> make_integrator(Instance& instance, IntegratorOptions const& options);

}  // namespace moo::runtime
