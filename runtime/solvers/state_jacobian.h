// ∂(derivatives)/∂(states) by differences, several columns at a time where the pattern permits.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "runtime/abi/model.h"
#include "runtime/solvers/coloured_pattern.h"

namespace moo::runtime {

// Sparse for large models whose pattern is known, else dense.
class StateJacobian {
public:
    explicit StateJacobian(MooModel const& model);

    [[nodiscard]] bool is_sparse() const { return is_sparse_; }
    // Of a sparse one.
    [[nodiscard]] ColouredPattern const& pattern() const { return pattern_; }
    // How often `evaluate` asks for derivatives.
    [[nodiscard]] std::uint32_t difference_count() const { return is_sparse_ ? pattern_.colour_count() : size_; }

    using Derivatives = std::function<int(double const* states, double* rates)>;
    // `sizes` are the least magnitudes of states, `rates` the derivatives at `states`. What the model returned if that
    // was not zero.
    [[nodiscard]] int evaluate(double const* states, double const* rates, double const* sizes,
                               Derivatives const& derivatives);
    // Column by column: the entries of the pattern, or all.
    [[nodiscard]] std::span<double const> entries() const { return entries_; }

    // A matrix and a solver of SUNDIALS that suit the model.
    [[nodiscard]] OwnedMatrix make_matrix(SUNContext context) const;
    [[nodiscard]] static OwnedLinearSolver make_solver(N_Vector vector, SUNMatrix matrix, SUNContext context);
    // Copies the entries.
    void put_into(SUNMatrix matrix) const;

private:
    [[nodiscard]] double shift(std::uint32_t column, double const* states, double const* sizes);

    std::uint32_t size_;
    ColouredPattern pattern_;
    bool is_sparse_ = false;
    std::vector<double> entries_;
    std::vector<double> shifted_;
    std::vector<double> rates_;
};

}  // namespace moo::runtime
