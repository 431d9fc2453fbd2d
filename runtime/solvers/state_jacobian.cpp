#include "runtime/solvers/state_jacobian.h"

#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunmatrix/sunmatrix_sparse.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "runtime/solvers/step_solver.h"

namespace moo::runtime {

StateJacobian::StateJacobian(MooModel const& model) : size_(model.state_count) {
    if (model.pattern_starts != nullptr) {
        pattern_ = ColouredPattern(size_, model.pattern_starts, model.pattern_states);
        is_sparse_ = pattern_.is_worth_it();
    }
}

// By a relative size that balances truncation and rounding. Returns the shift as it is after rounding.
double StateJacobian::shift(std::uint32_t column, double const* states, double const* sizes) {
    double const unit = std::sqrt(std::numeric_limits<double>::epsilon());
    shifted_[column] = states[column] + unit * std::max(std::abs(states[column]), sizes[column]);
    return shifted_[column] - states[column];
}

int StateJacobian::evaluate(double const* states, double const* rates, double const* sizes,
                            Derivatives const& derivatives) {
    entries_.resize(is_sparse_ ? pattern_.rows().size() : std::size_t{size_} * size_);
    shifted_.assign(states, states + size_);
    rates_.resize(size_);
    for (std::uint32_t colour = 0; is_sparse_ && colour < pattern_.colour_count(); ++colour) {
        std::span<std::uint32_t const> const columns = pattern_.columns_of(colour);
        for (std::uint32_t const column : columns) (void)shift(column, states, sizes);
        if (int const status = derivatives(shifted_.data(), rates_.data()); status != 0) return status;
        for (std::uint32_t const column : columns) {
            double const step = shifted_[column] - states[column];
            auto const end = static_cast<std::size_t>(pattern_.starts()[column + 1]);
            for (auto i = static_cast<std::size_t>(pattern_.starts()[column]); i < end; ++i) {
                auto const row = static_cast<std::size_t>(pattern_.rows()[i]);
                entries_[i] = (rates_[row] - rates[row]) / step;
            }
            shifted_[column] = states[column];
        }
    }
    for (std::uint32_t column = 0; !is_sparse_ && column < size_; ++column) {
        double const step = shift(column, states, sizes);
        if (int const status = derivatives(shifted_.data(), rates_.data()); status != 0) return status;
        double* const entries = entries_.data() + std::size_t{column} * size_;
        for (std::uint32_t row = 0; row < size_; ++row) entries[row] = (rates_[row] - rates[row]) / step;
        shifted_[column] = states[column];
    }
    return 0;
}

OwnedMatrix StateJacobian::make_matrix(SUNContext context) const {
    auto const size = static_cast<sunindextype>(size_);
    return is_sparse_ ? pattern_.make_matrix(context) : OwnedMatrix(SUNDenseMatrix(size, size, context));
}

OwnedLinearSolver StateJacobian::make_solver(N_Vector vector, SUNMatrix matrix, SUNContext context) {
    if (SUNMatGetID(matrix) == SUNMATRIX_SPARSE) return make_step_solver(vector, matrix, context);
    return OwnedLinearSolver(SUNLinSol_Dense(vector, matrix, context));
}

void StateJacobian::put_into(SUNMatrix matrix) const {
    if (is_sparse_) pattern_.put_places(matrix);
    std::copy(entries_.begin(), entries_.end(), is_sparse_ ? SM_DATA_S(matrix) : SM_DATA_D(matrix));
}

}  // namespace moo::runtime
