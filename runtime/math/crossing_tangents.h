// How the crossing functions of a model move with its variables.
#pragma once

#include <cstdint>
#include <vector>

#include "runtime/abi/model.h"

namespace moo::runtime {

// Of a model that has `crossing_partials`. Relations, discrete variables and parameters stand still.
class CrossingTangents {
public:
    explicit CrossingTangents(MooModel const& model);

    // At the present values of the instance. Recoverable if an entry is not finite.
    [[nodiscard]] MooStatus evaluate(MooInstance* m);

    // The change of a function, where `directions` has those of all variables, by slot: what `Tangents::forward`
    // leaves.
    [[nodiscard]] double forward(std::uint32_t crossing, double const* directions) const;
    // Adds what a weight of the function gives to variables, for `Tangents::backward` to pass on.
    void backward(std::uint32_t crossing, double weight, double* weights) const;

private:
    MooCrossingPartials const& table_;
    std::vector<double> entries_;
};

}  // namespace moo::runtime
