// The common base of integrators that take steps.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "runtime/solvers/crossings.h"
#include "runtime/solvers/integrator.h"

namespace moo::runtime {

// Takes steps of the length that the method chooses, and interpolates points inside, so that neither output points nor
// the observation of steps shortens them. A derived class has one method of SUNDIALS or of its own.
class SteppingIntegrator : public Integrator {
public:
    SteppingIntegrator(Instance& instance, IntegratorOptions const& options);

    bool restart(double stop) final;
    bool extend(double stop) final;
    AdvanceResult advance(double target) final;
    IntegratorStatistics statistics() const final;

protected:
    enum class StepResult { stepped, crossing, failed };
    struct Step {
        StepResult result = StepResult::failed;
        double time = 0.0;
    };

    // Starts at the instance's time and states, with `stop()` as limit.
    [[nodiscard]] virtual bool begin() = 0;
    // `stop()` has moved.
    [[nodiscard]] virtual bool move_stop() = 0;
    // One step, at most to `stop()`; ends after a crossing if there is one. A failure is reported by `report_failure`.
    [[nodiscard]] virtual Step step() = 0;
    // The states at a time within the last step.
    [[nodiscard]] virtual bool interpolate(double time, double* states) = 0;
    // Adds the work since the last `begin`.
    virtual void add_work(IntegratorStatistics& sum) const = 0;
    // The method's description of a failure, after "integration stopped at time …: ".
    [[nodiscard]] virtual std::string failure_text() const = 0;

    // ---- for derived classes ----

    [[nodiscard]] MooStatus compute_derivatives(double time, double const* states, double* rates);
    [[nodiscard]] MooStatus compute_crossings(double time, double const* states, double* z);
    // Reports the first value that is not a finite number; the user sees the message only if no shorter step succeeds.
    void report_not_finite(double time);
    // 1/(relative tolerance · |state| + absolute tolerance · share); false if that is infinite.
    [[nodiscard]] bool compute_weights(double now, double const* states, double* weights) const;
    // A root at the restart, where its relation has not changed yet, is moved to the first time that can be
    // distinguished from it, at most to `reached`.
    [[nodiscard]] double leave_border(double root, double reached) const;
    // Estimates the time to the next crossing; returns a suitable first step, zero if no crossing is near.
    [[nodiscard]] double choose_first_step();
    [[nodiscard]] double stop() const { return stop_; }
    [[nodiscard]] std::string largest_error_text(double const* errors, double const* weights) const;

    Instance& instance_;
    IntegratorOptions const options_;
    Crossings crossings_;
    double relative_tolerance_ = 0.0;
    std::vector<double> absolute_tolerance_;

private:
    enum class Pending { nothing, crossing, switched, failed };

    [[nodiscard]] double absolute_tolerance_share(double now) const;
    [[nodiscard]] Pending take_step(double target);
    [[nodiscard]] Pending step_over_gap(double target);
    [[nodiscard]] Pending observe_step();
    [[nodiscard]] Pending give_up(std::string text);
    [[nodiscard]] bool gets_ahead(double time);
    void move_to(double time, double const* states);
    void report_failure(std::string const& text);

    IntegratorStatistics statistics_;  // of the runs before the last restart
    double near_;                      // a crossing that is closer in time counts as near
    double stop_ = 0.0;
    double restart_time_ = 0.0;
    double next_crossing_ = 0.0;  // estimated at the last restart: how long until then
    bool fresh_ = true;           // no step since the restart
    Pending pending_ = Pending::nothing;
    std::optional<std::string> step_fault_;  // what the model said at an accepted step where it cannot be evaluated
    double reached_ = 0.0;
    std::vector<double> states_;  // at `reached_`
    std::vector<double> room_;
    double ahead_since_ = 0.0;
    std::int64_t idle_steps_ = 0;
};

}  // namespace moo::runtime
