// The partial derivatives of a model's equations at a point, and how changes pass through their rows.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "runtime/abi/model.h"

namespace moo::runtime {

// Which entries: those of `derivatives` only, or also those of `outputs`.
enum class PartialExtent { derivatives, all };

// For a model that has `partials`. Relations, discrete variables and parameters do not change.
class PartialEntries {
public:
    explicit PartialEntries(MooModel const& model);

    // Evaluates them at the present values of the instance. `derivatives` and, for `all`, `outputs` must have just been
    // computed. Recoverable if an entry is not finite.
    [[nodiscard]] MooStatus evaluate(MooInstance* m, PartialExtent extent);

    [[nodiscard]] MooPartials const& table() const { return table_; }
    // For the extent that was evaluated.
    [[nodiscard]] std::size_t part_count() const;

    // to = -(row times the changes of the variables known before its part). There may be several directions side by
    // side: that of slot s in direction k is [s * width + k]. A width known at compile time lets the compiler unroll.
    template <std::size_t fixed_width = 0>
    void put_row(std::uint32_t row, double const* directions, std::size_t given_width, double* to) const {
        std::size_t const width = fixed_width > 0 ? fixed_width : given_width;
        std::fill_n(to, width, 0.0);
        for (std::uint32_t i = table_.row_starts[row]; i < table_.row_starts[row + 1]; ++i) {
            double const entry = entries_[i];
            double const* const from = directions + std::size_t{table_.columns[i]} * width;
            for (std::size_t k = 0; k < width; ++k) to[k] -= entry * from[k];
        }
    }
    // The transpose for a single weight: subtracts it from the weights of the variables known before.
    void pass_on(std::uint32_t row, double weight, double* weights) const {
        if (weight == 0.0) return;
        for (std::uint32_t i = table_.row_starts[row]; i < table_.row_starts[row + 1]; ++i) {
            weights[table_.columns[i]] -= entries_[i] * weight;
        }
    }

private:
    MooPartials const& table_;
    PartialExtent extent_ = PartialExtent::derivatives;
    std::vector<double> entries_;
};

}  // namespace moo::runtime
