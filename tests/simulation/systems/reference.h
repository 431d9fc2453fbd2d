// What simulations are compared with when there is no closed form: integrations and quadratures that are much more
// exact than the simulation, of another form of the same model.
#pragma once

#include <array>
#include <cstddef>
#include <sstream>

#include "tests/simulation/pipeline.h"

namespace moo::test {

// The classical Runge-Kutta method from time 0 on. For smooth systems of size and speed about 1 its error is about
// 1e-11.
template <std::size_t n, typename Derivative>
std::array<double, n> integrate_exactly(std::array<double, n> state, double end, Derivative const& derivative) {
    constexpr int steps = 40000;
    double const h = end / steps;
    auto const moved = [](std::array<double, n> from, double by, std::array<double, n> const& direction) {
        for (std::size_t i = 0; i < n; ++i) from[i] += by * direction[i];
        return from;
    };
    for (int step = 0; step < steps; ++step) {
        double const t = h * step;
        auto const k1 = derivative(t, state);
        auto const k2 = derivative(t + h / 2, moved(state, h / 2, k1));
        auto const k3 = derivative(t + h / 2, moved(state, h / 2, k2));
        auto const k4 = derivative(t + h, moved(state, h, k3));
        for (std::size_t i = 0; i < n; ++i) state[i] += h / 6 * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]);
    }
    return state;
}

// Over a whole period the midpoint rule converges faster than any power.
template <typename Function>
double integrate_period(double from, double period, Function const& function) {
    constexpr int points = 2000;
    double sum = 0;
    for (int i = 0; i < points; ++i) sum += function(from + period * (i + 0.5) / points);
    return sum * period / points;
}

inline std::string until(double time) {
    std::ostringstream options;
    options.precision(17);
    options << "--stop " << time;
    return options.str();
}

}  // namespace moo::test
