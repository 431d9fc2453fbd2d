// Directional derivatives of a model: how everything between events changes with states and inputs.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "runtime/math/partial_entries.h"

namespace moo::runtime {

// For a model that has `partials`. Relations, discrete variables and parameters do not change.
class Tangents {
public:
    explicit Tangents(MooModel const& model);
    ~Tangents();
    Tangents(Tangents const&) = delete;
    Tangents& operator=(Tangents const&) = delete;

    // Like `PartialEntries::evaluate`, but also recoverable if a block is singular and too large for its shortest
    // solution.
    [[nodiscard]] MooStatus evaluate(MooInstance* m, PartialExtent extent);

    // On entry the changes of states and inputs, by slot; on exit also those of all variables that were evaluated.
    // There may be several directions side by side: that of slot s in direction k is [s * width + k]. False if a
    // singular block contradicts itself.
    [[nodiscard]] bool forward(double* directions, std::size_t width = 1);
    // On entry `weights` has the weights of variables, by slot. On exit those of states and inputs also contain what
    // the others have passed on to them, and the others are zero. So the weight w of der(x) alone leaves w ∂der(x)/∂u
    // at each input u.
    [[nodiscard]] bool backward(double* weights);

private:
    class Block;

    template <std::size_t fixed_width>
    [[nodiscard]] bool sweep(double* directions, std::size_t width);

    PartialEntries entries_;
    std::vector<std::unique_ptr<Block>> blocks_;  // by part; none for an assignment
};

}  // namespace moo::runtime
