// How the crossing functions of a model change with its variables.
#pragma once

#include <cstdint>
#include <vector>

#include "runtime/abi/model.h"

namespace moo::runtime {

// For a model that has `crossing_partials`. Relations, discrete variables and parameters do not change.
class CrossingTangents {
public:
    explicit CrossingTangents(MooModel const& model);

    // At the present values of the instance. Recoverable if an entry is not finite.
    [[nodiscard]] MooStatus evaluate(MooInstance* m);

    // The change of a function, where `directions` has the changes of all variables, by slot: the result of
    // `Tangents::forward`.
    [[nodiscard]] double forward(std::uint32_t crossing, double const* directions) const;
    // Adds the contribution of a weight of the function to variables, which `Tangents::backward` passes on.
    void backward(std::uint32_t crossing, double weight, double* weights) const;

private:
    MooCrossingPartials const& table_;
    std::vector<double> entries_;
};

}  // namespace moo::runtime
