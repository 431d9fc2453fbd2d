#include "runtime/solvers/crossings.h"

#include <algorithm>
#include <cmath>

#include "runtime/instance/host_memory.h"
#include "runtime/values/infinity.h"

namespace moo::runtime {

namespace {

// Smallest positive root of z + s T + c T²/2.
double first_zero(double z, double s, double c) {
    // From here on z > 0, so that a zero ahead needs s or c to be negative.
    if (z < 0.0) {
        z = -z;
        s = -s;
        c = -c;
    }
    double const discriminant = s * s - 2.0 * c * z;
    if (!(discriminant >= 0.0)) return infinity;
    // 2z / (-s + √…) is the root of smaller size for s < 0 and free of cancellation there; for s >= 0 it is
    // the only positive root, which exists for c < 0.
    double const denominator = -s + std::sqrt(discriminant);
    return denominator > 0.0 ? 2.0 * z / denominator : infinity;
}

// Moves the states along their derivatives, which are left for the new point.
bool euler_step(Instance& instance, std::vector<double>& states, std::vector<double>& rates, double step) {
    for (std::size_t i = 0; i < states.size(); ++i) states[i] += step * rates[i];
    instance.set_states(states.data());
    instance.set_time(instance.time() + step);
    if (instance.model().derivatives(instance.raw()) != MOO_OK) return false;
    instance.get_derivatives(rates.data());
    return true;
}

}  // namespace

MooStatus Crossings::evaluate(double* z) {
    MooModel const& model = instance_.model();
    MooInstance* m = instance_.raw();
    m->phase = MOO_CONTINUOUS;
    if (MooStatus const status = model.derivatives(m); status != MOO_OK) return status;
    return look(z);
}

MooStatus Crossings::look(double* z) {
    MooModel const& model = instance_.model();
    MooInstance* m = instance_.raw();
    if (model.crossing_count == 0) return MOO_OK;
    if (MooStatus const status = model.zero_crossings(m, z); status != MOO_OK) return status;
    for (std::uint32_t i = 0; i < model.crossing_count; ++i) {
        if (std::isnan(z[i])) return MOO_RECOVERABLE;
        double const side = m->relation[i] != 0 ? 1.0 : -1.0;
        z[i] = instance_.memory().noise.look_at(i, z[i], m->relation[i] != 0);
        bool const disagrees = m->time == restart_time_ && std::signbit(z[i]) != std::signbit(side);
        if (z[i] == 0.0 || disagrees) z[i] = std::copysign(border_value, side);
    }
    return MOO_OK;
}

bool any_sign_differs(std::vector<double> const& a, std::vector<double> const& b) {
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (std::signbit(a[i]) != std::signbit(b[i])) return true;
    }
    return false;
}

double estimate_next_crossing(Instance& instance, Crossings& crossings, double probe) {
    std::uint32_t const state_count = instance.model().state_count;
    std::vector<double> const saved_values(instance.values().begin(), instance.values().end());
    double const saved_time = instance.time();
    std::vector<double> states(state_count);
    std::vector<double> rates(state_count);
    std::vector<double> z0(crossings.count());
    std::vector<double> z1(crossings.count());
    std::vector<double> z2(crossings.count());

    double nearest = infinity;
    instance.get_states(states.data());
    if (crossings.evaluate(z0)) {
        instance.get_derivatives(rates.data());
        bool const probed = euler_step(instance, states, rates, probe) && crossings.evaluate(z1) &&
                            euler_step(instance, states, rates, probe) && crossings.evaluate(z2);
        for (std::size_t i = 0; probed && i < z0.size(); ++i) {
            double const s0 = (z1[i] - z0[i]) / probe;
            double const s1 = (z2[i] - z1[i]) / probe;
            bool const on_border = std::abs(z0[i]) <= border_value;
            if (!on_border) nearest = std::min(nearest, first_zero(z0[i], s0, (s1 - s0) / probe));
        }
    }
    std::copy(saved_values.begin(), saved_values.end(), instance.values().begin());
    instance.set_time(saved_time);
    return nearest;
}

}  // namespace moo::runtime
