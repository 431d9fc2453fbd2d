// ∂(derivatives)/∂(states), several columns at a time where the pattern permits.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "runtime/instance/instance.h"
#include "runtime/math/tangents.h"
#include "runtime/solvers/coloured_pattern.h"

namespace moo::runtime {

// Sparse for large models whose pattern is known, otherwise dense. Computed from the model's partial derivatives if it
// has them, otherwise by differences.
class StateJacobian {
public:
    explicit StateJacobian(Instance& instance);

    [[nodiscard]] std::uint32_t size() const { return size_; }
    [[nodiscard]] bool is_sparse() const { return is_sparse_; }
    // For a sparse one.
    [[nodiscard]] ColouredPattern const& pattern() const { return pattern_; }
    [[nodiscard]] bool is_exact() const;
    // The number of derivative evaluations in the last `evaluate`.
    [[nodiscard]] std::uint32_t derivative_calls() const { return derivative_calls_; }

    using Derivatives = std::function<MooStatus(double const* states, double* rates)>;
    // `sizes` are the least magnitudes of states, `rates` the derivatives at `states`. Returns the status of the model.
    [[nodiscard]] MooStatus evaluate(double const* states, double const* rates, double const* sizes,
                                     Derivatives const& derivatives);
    // Column by column: the entries of the pattern, or all of them.
    [[nodiscard]] std::span<double const> entries() const { return entries_; }

private:
    [[nodiscard]] std::uint32_t colour_count() const { return is_sparse_ ? pattern_.colour_count() : size_; }
    [[nodiscard]] MooStatus take_tangents(double const* states, Derivatives const& derivatives);
    void put_colour(std::uint32_t colour, std::size_t direction);
    [[nodiscard]] MooStatus take_differences(double const* states, double const* rates, double const* sizes,
                                             Derivatives const& derivatives);
    [[nodiscard]] double shift(std::uint32_t column, double const* states, double const* sizes);

    MooInstance* m_;
    MooModel const& model_;
    std::uint32_t size_;
    std::unique_ptr<Tangents> tangents_;
    std::vector<double> directions_;  // by slot, `width_` of each
    std::uint32_t width_ = 0;
    int failures_ = 0;  // of the partial derivatives, in a row
    std::uint32_t derivative_calls_ = 0;
    ColouredPattern pattern_;
    bool is_sparse_ = false;
    std::vector<double> entries_;
    std::vector<double> shifted_;
    std::vector<double> rates_;
};

}  // namespace moo::runtime
