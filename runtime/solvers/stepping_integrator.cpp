#include "runtime/solvers/stepping_integrator.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "runtime/text/number_text.h"
#include "runtime/values/infinity.h"

namespace moo::runtime {

namespace {

// The tolerance refers to the results; an integrator controls the errors of single steps, which add up. Where crossings
// decide about events, an error δ of a state moves an event by δ divided by the speed of crossing, and every later
// event with it; that needs a wider margin.
struct Shares {
    double relative;
    double absolute;
};
constexpr Shares smooth_shares{0.1, 1e-3};
constexpr Shares crossing_shares{0.05, 1e-3};
constexpr double smallest_tolerance = 1e-13;

// A crossing is near if it is closer than this part of the simulated time. Then the absolute tolerance
// shrinks with the square of that distance, which is how a state's excursion between two events shrinks. Measured on
// the bouncing ball at tolerance 1e-6, from its start to t = 5: 70 impacts, all within 5e-7 s, in 2,400 steps. An
// absolute tolerance of 3e-5 times that of the results, wherever the next crossing is, gives 2e-7 s in 2,600 steps, and
// makes every model with a relation somewhere pay for it.
constexpr double near_share = 0.05;
constexpr double smallest_share = 1e-12;

// After an event: the first step as a part of the time to the next crossing.
constexpr double first_step_share = 1e-4;

// Solvers cannot distinguish shorter intervals. The next number after zero is closer to zero than any fraction of
// either.
double time_resolution(double a, double b) {
    return std::max(100.0 * std::numeric_limits<double>::epsilon() * std::max(std::abs(a), std::abs(b)),
                    std::numeric_limits<double>::min());
}

}  // namespace

SteppingIntegrator::SteppingIntegrator(Instance& instance, IntegratorOptions const& options)
    : instance_(instance),
      options_(options),
      crossings_(instance),
      absolute_tolerance_(instance.model().state_count),
      near_(near_share * (options.stop_time - options.start_time)),
      states_(instance.model().state_count),
      room_(instance.model().state_count) {
    MooModel const& model = instance.model();
    Shares const shares = model.crossing_count > 0 ? crossing_shares : smooth_shares;
    relative_tolerance_ = std::max(shares.relative * options_.tolerance, smallest_tolerance);
    for (std::uint32_t i = 0; i < model.state_count; ++i) {
        absolute_tolerance_[i] = shares.absolute * options_.tolerance * instance.nominal(model.state_slots[i]);
    }
}

// ---- the model, as solvers see it --------------------------------------------------------------------

MooStatus SteppingIntegrator::compute_derivatives(double time, double const* states, double* rates) {
    instance_.set_time(time);
    instance_.set_states(states);
    MooInstance* m = instance_.raw();
    m->phase = MOO_CONTINUOUS;
    if (MooStatus const status = instance_.model().derivatives(m); status != MOO_OK) return status;
    instance_.get_derivatives(rates);
    bool const finite =
        std::all_of(rates, rates + instance_.model().state_count, [](double rate) { return std::isfinite(rate); });
    if (finite) return MOO_OK;
    report_not_finite(time);
    return MOO_RECOVERABLE;
}

void SteppingIntegrator::report_not_finite(double time) {
    std::string const found = instance_.first_not_finite();
    instance_.messages().report(MessageSeverity::error, "no finite number at time " + number_text(time) + ": " +
                                                            (found.empty() ? "a residual" : found));
}

MooStatus SteppingIntegrator::compute_crossings(double time, double const* states, double* z) {
    instance_.set_time(time);
    instance_.set_states(states);
    return crossings_.evaluate(z);
}

double SteppingIntegrator::absolute_tolerance_share(double now) const {
    if (!(next_crossing_ < near_)) return 1.0;
    double const scale = std::max(now - restart_time_, next_crossing_) / near_;
    return std::clamp(scale * scale, smallest_share, 1.0);
}

bool SteppingIntegrator::compute_weights(double now, double const* states, double* weights) const {
    double const share = absolute_tolerance_share(now);
    for (std::size_t i = 0; i < absolute_tolerance_.size(); ++i) {
        double const allowed = relative_tolerance_ * std::abs(states[i]) + share * absolute_tolerance_[i];
        if (!(allowed > 0.0)) return false;
        weights[i] = 1.0 / allowed;
    }
    return true;
}

double SteppingIntegrator::leave_border(double root, double reached) const {
    double const earliest = restart_time_ + time_resolution(stop_, restart_time_);
    return root >= earliest ? root : std::max(root, std::min(earliest, reached));
}

double SteppingIntegrator::choose_first_step() {
    double const now = instance_.time();
    double const left = stop_ - now;
    double const span = options_.stop_time - options_.start_time;
    next_crossing_ = infinity;
    double const probe = std::min(std::max(1e-8 * span, 10.0 * time_resolution(stop_, now)), 0.25 * left);
    if (crossings_.count() > 0 && now + probe > now) {
        next_crossing_ = estimate_next_crossing(instance_, crossings_, probe);
    }
    if (!(next_crossing_ < left)) return 0.0;
    return std::min(std::max(first_step_share * next_crossing_, time_resolution(stop_, now)), 0.5 * left);
}

std::string SteppingIntegrator::largest_error_text(double const* errors, double const* weights) const {
    MooModel const& model = instance_.model();
    std::uint32_t worst = 0;
    double largest = -1.0;
    for (std::uint32_t i = 0; i < model.state_count; ++i) {
        double const size = std::abs(errors[i] * weights[i]);
        if (size <= largest) continue;
        largest = size;
        worst = i;
    }
    return "; the error is largest in `" + std::string(model.variables[model.state_slots[worst]].name) +
           "` = " + number_text(instance_.values()[model.state_slots[worst]]);
}

// ---- steps -------------------------------------------------------------------------------------------

bool SteppingIntegrator::restart(double stop) {
    if (statistics_.restarts > 0) add_work(statistics_);
    ++statistics_.restarts;
    stop_ = stop;
    restart_time_ = instance_.time();
    reached_ = restart_time_;
    ahead_since_ = restart_time_;
    idle_steps_ = 0;
    pending_ = Pending::nothing;
    step_fault_.reset();
    crossings_.restart_at(restart_time_);
    fresh_ = true;
    instance_.get_states(states_.data());
    instance_.messages().hold();
    bool const begun = begin();
    instance_.messages().release();
    return begun;
}

bool SteppingIntegrator::extend(double stop) {
    stop_ = stop;
    return stop_ <= reached_ || move_stop();
}

IntegratorStatistics SteppingIntegrator::statistics() const {
    IntegratorStatistics sum = statistics_;
    if (sum.restarts > 0) add_work(sum);
    return sum;
}

void SteppingIntegrator::move_to(double time, double const* states) {
    instance_.set_time(time);
    instance_.set_states(states);
}

AdvanceResult SteppingIntegrator::advance(double target) {
    instance_.messages().hold();
    while (true) {
        if (target < reached_) {
            bool const found = interpolate(target, room_.data());
            instance_.messages().release();
            move_to(target, room_.data());
            return found ? AdvanceResult::reached : AdvanceResult::failed;
        }
        if (pending_ == Pending::nothing && reached_ < target) {
            if (options_.interrupted != nullptr && options_.interrupted()) {
                instance_.messages().release();
                move_to(reached_, states_.data());
                return AdvanceResult::interrupted;
            }
            pending_ = take_step(target);
            continue;
        }
        move_to(reached_, states_.data());
        instance_.messages().release();
        switch (pending_) {
            case Pending::nothing: return AdvanceResult::reached;
            case Pending::crossing: return AdvanceResult::crossing;
            case Pending::switched: return AdvanceResult::switched;
            case Pending::failed:
                if (step_fault_) {
                    if (!step_fault_->empty()) instance_.messages().report(MessageSeverity::error, *step_fault_);
                    report_failure("the model cannot be evaluated at an accepted step");
                }
                return AdvanceResult::failed;
        }
    }
}

// The target matters only if it is too close for a normal step of the method.
SteppingIntegrator::Pending SteppingIntegrator::take_step(double target) {
    if (fresh_ && target - reached_ <= time_resolution(target, reached_)) return step_over_gap(target);
    Step const made = step();
    fresh_ = false;
    if (made.result == StepResult::failed) {
        return give_up(failure_text());
    }
    reached_ = made.time;
    if (!interpolate(reached_, states_.data())) {
        report_failure("the solver cannot give its state");
        return Pending::failed;
    }
    if (made.result == StepResult::crossing) return Pending::crossing;
    if (!gets_ahead(reached_)) return give_up("too many steps without making progress" + failure_text());
    return observe_step();
}

// If the method does not know which state causes the failure, the state that changes fastest is named.
SteppingIntegrator::Pending SteppingIntegrator::give_up(std::string text) {
    MooModel const& model = instance_.model();
    std::vector<double> weights(states_.size());
    bool const knows = text.find('`') != std::string::npos;
    if (!knows && compute_derivatives(reached_, states_.data(), room_.data()) == MOO_OK &&
        compute_weights(reached_, states_.data(), weights.data())) {
        std::size_t fastest = 0;
        for (std::size_t i = 0; i < states_.size(); ++i) {
            if (std::abs(room_[i] * weights[i]) > std::abs(room_[fastest] * weights[fastest])) fastest = i;
        }
        text += "; `" + std::string(model.variables[model.state_slots[fastest]].name) +
                "` = " + number_text(states_[fastest]) + " changes fastest";
    }
    move_to(reached_, states_.data());
    report_failure(text);
    return Pending::failed;
}

// For so short a distance, a single Euler step is exact enough.
SteppingIntegrator::Pending SteppingIntegrator::step_over_gap(double target) {
    std::vector<double> before(crossings_.count());
    std::vector<double> after(crossings_.count());
    double const gap = target - reached_;
    move_to(reached_, states_.data());
    bool computed = crossings_.evaluate(before);
    if (computed) {
        instance_.get_derivatives(room_.data());
        for (std::size_t i = 0; i < states_.size(); ++i) states_[i] += gap * room_[i];
        move_to(target, states_.data());
        computed = crossings_.evaluate(after);
    }
    if (!computed) {
        report_failure("the model cannot be evaluated");
        return Pending::failed;
    }
    reached_ = target;
    if (any_sign_differs(before, after)) return Pending::crossing;
    if (target >= stop_) return Pending::nothing;
    return restart(stop_) ? Pending::nothing : Pending::failed;
}

SteppingIntegrator::Pending SteppingIntegrator::observe_step() {
    if (!options_.on_step) return Pending::nothing;
    move_to(reached_, states_.data());
    switch (options_.on_step()) {
        case StepVerdict::go_on: return Pending::nothing;
        case StepVerdict::start_afresh: return Pending::switched;
        // Report it later: output points within the step come first, and may show where the failure really begins.
        case StepVerdict::fail: step_fault_ = instance_.messages().held_error(); break;
    }
    return Pending::failed;
}

bool SteppingIntegrator::gets_ahead(double time) {
    constexpr std::int64_t max_idle_steps = 100000;
    double const min_progress = 1e-9 * (options_.stop_time - options_.start_time);
    if (time - ahead_since_ > min_progress) {
        ahead_since_ = time;
        idle_steps_ = 0;
    }
    return ++idle_steps_ < max_idle_steps;
}

void SteppingIntegrator::report_failure(std::string const& text) {
    // The last message of the model says more than the resulting failure of the integrator.
    instance_.messages().release_and_report();
    instance_.messages().report(MessageSeverity::error,
                                "integration stopped at time " + number_text(instance_.time()) + ": " + text);
}

}  // namespace moo::runtime
