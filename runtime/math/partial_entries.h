// The partial derivatives of a model's equations at a point, and how changes pass through their rows.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "runtime/abi/model.h"

namespace moo::runtime {

// Which of them: those of `derivatives`, or of `outputs` too.
enum class PartialExtent { derivatives, all };

// For a model that has `partials`. Relations, discrete variables and parameters do not change.
class PartialEntries {
public:
    explicit PartialEntries(MooModel const& model);

    // At the present values of the instance, for which `derivatives` and, for all, `outputs` have just been computed.
    // Recoverable if one is not finite.
    [[nodiscard]] MooStatus evaluate(MooInstance* m, PartialExtent extent);

    [[nodiscard]] MooPartials const& table() const { return table_; }
    // Of the extent that was evaluated.
    [[nodiscard]] std::size_t part_count() const;

    // to = -(row times the changes of what is known before its part). There may be several directions side by side:
    // that of slot s in direction k is [s * width + k]. A width that is known lets the compiler unroll.
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
    // The transpose of that for one weight: it is subtracted from the weights of what is known.
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
