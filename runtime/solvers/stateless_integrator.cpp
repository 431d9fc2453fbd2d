#include "runtime/solvers/stateless_integrator.h"

#include <algorithm>
#include <string>

#include "runtime/text/number_text.h"

namespace moo::runtime {

StatelessIntegrator::StatelessIntegrator(Instance& instance, IntegratorOptions const& options)
    : instance_(instance),
      options_(options),
      crossings_(instance),
      current_(crossings_.count()),
      next_(crossings_.count()) {}

bool StatelessIntegrator::evaluate_at(double time, std::vector<double>& z) {
    instance_.set_time(time);
    ++statistics_.derivative_calls;
    if (crossings_.evaluate(z)) return true;
    instance_.messages().report(MessageSeverity::error, "the model cannot be evaluated at time " + number_text(time));
    return false;
}

bool StatelessIntegrator::restart(double) {
    ++statistics_.restarts;
    crossings_.restart_at(instance_.time());
    return evaluate_at(instance_.time(), current_);
}

// `current_` belongs to `low`; something has changed its sign at `high`. Leaves the instance at the first representable
// time after the change.
bool StatelessIntegrator::bisect(double low, double high) {
    while (true) {
        double const middle = low + 0.5 * (high - low);
        if (middle <= low || middle >= high) break;
        if (!evaluate_at(middle, next_)) return false;
        (any_sign_differs(current_, next_) ? high : low) = middle;
    }
    return evaluate_at(high, next_);
}

AdvanceResult StatelessIntegrator::advance(double target) {
    double const step = options_.max_step > 0.0 ? options_.max_step : target - instance_.time();
    while (instance_.time() < target) {
        if (options_.interrupted != nullptr && options_.interrupted()) return AdvanceResult::interrupted;
        double const from = instance_.time();
        // The last step takes up what rounding leaves over.
        double const to = target - from <= 1.001 * step ? target : from + step;
        ++statistics_.steps;
        if (!evaluate_at(to, next_)) return AdvanceResult::failed;
        if (any_sign_differs(current_, next_)) {
            return bisect(from, to) ? AdvanceResult::crossing : AdvanceResult::failed;
        }
        current_.swap(next_);
    }
    return AdvanceResult::reached;
}

}  // namespace moo::runtime
