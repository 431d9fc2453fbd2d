// The integrator CVODE.
#pragma once

#include "runtime/solvers/sundials_ode_integrator.h"

namespace moo::runtime {

// Backward differentiation formulas of order one to five, or Adams-Moulton formulas of order one to twelve; Newton
// iteration; roots by CVODE's own search.
//
// CVODE restarts at order one after each event, and its error control then chooses the first steps as long
// as the tolerance permits. Where the next event is closer than such a step, a crossing and its reverse would
// fall into one step and be missed, and motion smaller than the absolute tolerance would be noise. So the
// first step after an event is a small part of the estimated time to the next crossing, and as long as a
// crossing is near the absolute tolerance shrinks with the scale of the motion until then.
class CvodeIntegrator final : public SundialsOdeIntegrator {
public:
    enum class Method { bdf, adams };

    CvodeIntegrator(Instance& instance, IntegratorOptions const& options, Method method);

    // Sets up the solver; false: reported.
    [[nodiscard]] bool create();

private:
    static SundialsPackage const package;

    bool begin() override;
    int evolve(double* time) override;
    std::int64_t count_calls() const override;
    std::string failure_text() const override;

    Method method_;
};

}  // namespace moo::runtime
