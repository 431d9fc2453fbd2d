// ∂(derivatives)/∂(states) by differences, several columns at a time where the pattern permits.
#pragma once

#include <sundials/sundials_matrix.h>

#include <cstdint>
#include <functional>
#include <vector>

#include "runtime/abi/model.h"
#include "runtime/solvers/sundials_handles.h"

namespace moo::runtime {

// Of large models whose pattern is known. Columns that share no row have one colour and are computed by one difference
// (Curtis, Powell, Reid: "On the Estimation of Sparse Jacobian Matrices").
class StateJacobian {
public:
    explicit StateJacobian(MooModel const& model);

    // Whether a sparse matrix is worth it.
    [[nodiscard]] bool is_sparse() const { return is_sparse_; }
    [[nodiscard]] std::uint32_t colour_count() const { return colour_count_; }
    // A matrix and a solver that suit the model.
    [[nodiscard]] OwnedMatrix make_matrix(SUNContext context) const;
    [[nodiscard]] static OwnedLinearSolver make_solver(N_Vector vector, SUNMatrix matrix, SUNContext context);

    using Derivatives = std::function<int(double const* states, double* rates)>;
    // Fills the sparse matrix; `sizes` are the magnitudes of states, `rates` the derivatives at `states`. What the
    // model returned if that was not zero.
    [[nodiscard]] int fill(SUNMatrix matrix, double const* states, double const* rates, double const* sizes,
                           Derivatives const& derivatives);

private:
    // Smaller models are quicker as dense matrices.
    static constexpr std::uint32_t least_states = 40;

    void find_colours();

    std::uint32_t size_;
    bool is_sparse_;
    std::uint32_t colour_count_ = 0;
    std::vector<std::uint32_t> colour_;                // of each column
    std::vector<std::vector<std::uint32_t>> rows_of_;  // of each column, ascending; with the diagonal
    std::vector<double> shifted_;
    std::vector<double> rates_;
    std::vector<double> steps_;
};

}  // namespace moo::runtime
