// Advances a model that has nothing to integrate.
#pragma once

#include <vector>

#include "runtime/solvers/crossings.h"
#include "runtime/solvers/integrator.h"

namespace moo::runtime {

// Goes through time in steps no longer than `max_step`, and looks for sign changes of the crossing functions between
// the ends of a step; a change is located by bisection to the last bit of time. A dummy state in CVODE would do the
// same with more machinery, because its error control knows nothing about the functions of time that matter here.
class StatelessIntegrator final : public Integrator {
public:
    StatelessIntegrator(Instance& instance, IntegratorOptions const& options);

    bool restart(double stop) override;
    bool extend(double) override { return true; }
    AdvanceResult advance(double target) override;
    IntegratorStatistics statistics() const override { return statistics_; }

private:
    bool evaluate_at(double time, std::vector<double>& z);
    bool bisect(double low, double high);

    Instance& instance_;
    IntegratorOptions options_;
    Crossings crossings_;
    IntegratorStatistics statistics_;
    std::vector<double> current_;
    std::vector<double> next_;
};

}  // namespace moo::runtime
