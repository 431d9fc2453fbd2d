#include "runtime/solvers/state_jacobian.h"

#include <sunlinsol/sunlinsol_dense.h>
#include <sunlinsol/sunlinsol_klu.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunmatrix/sunmatrix_sparse.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace moo::runtime {

StateJacobian::StateJacobian(MooModel const& model)
    : size_(model.state_count), is_sparse_(model.pattern_starts != nullptr && model.state_count >= least_states) {
    if (!is_sparse_) return;
    rows_of_.resize(size_);
    for (std::uint32_t row = 0; row < size_; ++row) {
        for (std::uint32_t i = model.pattern_starts[row]; i < model.pattern_starts[row + 1]; ++i) {
            rows_of_[model.pattern_states[i]].push_back(row);
        }
    }
    std::size_t entries = 0;
    for (std::uint32_t column = 0; column < size_; ++column) {
        rows_of_[column].push_back(column);
        std::sort(rows_of_[column].begin(), rows_of_[column].end());
        rows_of_[column].erase(std::unique(rows_of_[column].begin(), rows_of_[column].end()), rows_of_[column].end());
        entries += rows_of_[column].size();
    }
    // A matrix that is mostly full is no sparse one.
    is_sparse_ = entries < std::size_t{size_} * size_ / 4;
    if (!is_sparse_) return;
    find_colours();
    shifted_.resize(size_);
    rates_.resize(size_);
    steps_.resize(size_);
}

// Each column takes the first colour that no column with a common row has.
void StateJacobian::find_colours() {
    std::vector<std::vector<std::uint32_t>> columns_of(size_);
    for (std::uint32_t column = 0; column < size_; ++column) {
        for (std::uint32_t const row : rows_of_[column]) columns_of[row].push_back(column);
    }
    constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
    colour_.assign(size_, none);
    std::vector<std::uint32_t> taken_by(size_ + std::size_t{1}, none);  // by colour: the column that met it last
    for (std::uint32_t column = 0; column < size_; ++column) {
        for (std::uint32_t const row : rows_of_[column]) {
            for (std::uint32_t const other : columns_of[row]) {
                if (colour_[other] != none) taken_by[colour_[other]] = column;
            }
        }
        std::uint32_t colour = 0;
        while (taken_by[colour] == column) ++colour;
        colour_[column] = colour;
        colour_count_ = std::max(colour_count_, colour + 1);
    }
}

OwnedMatrix StateJacobian::make_matrix(SUNContext context) const {
    auto const size = static_cast<sunindextype>(size_);
    if (!is_sparse_) return OwnedMatrix(SUNDenseMatrix(size, size, context));
    std::size_t entries = 0;
    for (auto const& rows : rows_of_) entries += rows.size();
    return OwnedMatrix(SUNSparseMatrix(size, size, static_cast<sunindextype>(entries), CSC_MAT, context));
}

OwnedLinearSolver StateJacobian::make_solver(N_Vector vector, SUNMatrix matrix, SUNContext context) {
    if (SUNMatGetID(matrix) == SUNMATRIX_SPARSE) return OwnedLinearSolver(SUNLinSol_KLU(vector, matrix, context));
    return OwnedLinearSolver(SUNLinSol_Dense(vector, matrix, context));
}

int StateJacobian::fill(SUNMatrix matrix, double const* states, double const* rates, double const* sizes,
                        Derivatives const& derivatives) {
    double const unit = std::sqrt(std::numeric_limits<double>::epsilon());
    sunindextype* const starts = SM_INDEXPTRS_S(matrix);
    sunindextype* const rows = SM_INDEXVALS_S(matrix);
    realtype* const values = SM_DATA_S(matrix);
    sunindextype next = 0;
    for (std::uint32_t column = 0; column < size_; ++column) {
        starts[column] = next;
        for (std::uint32_t const row : rows_of_[column]) rows[next++] = static_cast<sunindextype>(row);
    }
    starts[size_] = next;
    for (std::uint32_t colour = 0; colour < colour_count_; ++colour) {
        std::copy(states, states + size_, shifted_.begin());
        for (std::uint32_t column = 0; column < size_; ++column) {
            if (colour_[column] != colour) continue;
            shifted_[column] = states[column] + unit * std::max(std::abs(states[column]), sizes[column]);
            steps_[column] = shifted_[column] - states[column];
        }
        if (int const status = derivatives(shifted_.data(), rates_.data()); status != 0) return status;
        for (std::uint32_t column = 0; column < size_; ++column) {
            if (colour_[column] != colour) continue;
            for (sunindextype i = starts[column]; i < starts[column + 1]; ++i) {
                values[i] = (rates_[static_cast<std::size_t>(rows[i])] - rates[rows[i]]) / steps_[column];
            }
        }
    }
    return 0;
}

}  // namespace moo::runtime
