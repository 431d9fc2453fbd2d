// Advances an instance from one event to the next.
#pragma once

#include <cstdint>
#include <memory>

#include "runtime/events/instance.h"

namespace moo::runtime {

struct IntegratorOptions {
    double tolerance = 1e-6;  // relative, of the results
    double start_time = 0.0;
    double stop_time = 1.0;
    double max_step = 0.0;  // relations are looked at this often or more; 0: no limit
    // Asked now and then during long runs; true ends `advance` with `interrupted`.
    bool (*interrupted)() = nullptr;
};

struct IntegratorStatistics {
    std::int64_t steps = 0;
    std::int64_t derivative_calls = 0;
    std::int64_t jacobian_calls = 0;
    std::int64_t error_test_failures = 0;
    std::int64_t convergence_failures = 0;
    std::int64_t restarts = 0;
};

enum class AdvanceResult { reached, crossing, interrupted, failed };

// Time and states of the instance are where an integrator leaves them; whoever needs the other variables
// calls `compute_continuous`.
class Integrator {
public:
    virtual ~Integrator() = default;

    // Forgets the past: to be called before the first step and after every event. `stop` is a time beyond
    // which the model must not be evaluated, because its equations may change there.
    [[nodiscard]] virtual bool restart(double stop) = 0;
    // Goes on to `target` or to the first point behind a zero crossing, whichever comes first. A failure
    // has been reported.
    [[nodiscard]] virtual AdvanceResult advance(double target) = 0;
    [[nodiscard]] virtual IntegratorStatistics statistics() const = 0;
};

// CVODE if there is something to integrate, else `StatelessIntegrator`. Nothing if that cannot be set up
// (reported).
[[nodiscard]] std::unique_ptr<Integrator> make_integrator(Instance& instance, IntegratorOptions const& options);

}  // namespace moo::runtime
