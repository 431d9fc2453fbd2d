// Simulations of an FMU by the importer of these tests.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "tests/fmi/api.h"

namespace moo::test {

// The values of some Real variables at equidistant times.
struct Curves {
    std::vector<double> times;
    std::vector<std::vector<double>> rows;
};

struct RunOptions {
    double stop = 1.0;
    int points = 100;  // intervals of output, and communication steps
    double tolerance = 1e-8;
    // Model Exchange: steps of the classical Runge-Kutta method in an interval of output.
    int steps = 20;
    // Called before initialization mode is left, and in each Event Mode, with the time.
    std::function<void(Api&, double)> set_inputs;
};

// Both fail the test where the FMU does.
[[nodiscard]] Curves run_model_exchange(Api& api, RunOptions const& options, std::vector<std::uint32_t> const& outputs);
[[nodiscard]] Curves run_co_simulation(Api& api, RunOptions const& options, std::vector<std::uint32_t> const& outputs);

// Takes a fresh instance to the end of its initialization.
void initialize(Api& api, double stop = 10.0, double tolerance = 1e-8);
// The event iteration of an importer.
[[nodiscard]] Events iterate(Api& api);
// From initialized to continuous-time mode.
void begin_continuous(Api& api);

}  // namespace moo::test
