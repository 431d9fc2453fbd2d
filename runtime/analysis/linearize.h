// A model near a point of its trajectory as a linear system with names.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/instance/instance.h"

namespace moo::runtime {

// With dx, du, dy the distances from the point x0, u0, y0 and f0 the derivatives there:
//
//     d/dt dx = f0 + A dx + B du
//          dy =      C dx + D du
//
// Matrices are stored row by row.
struct LinearModel {
    std::string name;
    double time = 0.0;
    std::vector<std::string> states;
    std::vector<std::string> inputs;
    std::vector<std::string> outputs;
    std::vector<double> x0;
    std::vector<double> u0;
    std::vector<double> y0;
    std::vector<double> f0;
    std::vector<double> a;
    std::vector<double> b;
    std::vector<double> c;
    std::vector<double> d;
};

struct LinearizeResult {
    LinearModel model;
    std::string error;  // empty: fine
};

// Around the present values of `instance`, which is as the simulation has left it. Relations keep their values, so
// that no derivative is taken across an event. Outputs are those of the model, then those of `more_outputs`. The
// values of the instance are the same afterwards.
[[nodiscard]] LinearizeResult linearize(Instance& instance, std::vector<std::uint32_t> const& more_outputs);

enum class LinearFormat { json, octave, python };

[[nodiscard]] std::string write_linear_model(LinearModel const& model, LinearFormat format);

}  // namespace moo::runtime
