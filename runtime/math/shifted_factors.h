// Factors of σ I - J, as implicit one-step methods need them for real and complex σ.
#pragma once

#include <klu.h>

#include <Eigen/Core>
#include <Eigen/LU>
#include <complex>
#include <span>
#include <vector>

namespace moo::runtime {

// Dense by Eigen, sparse by KLU; the order of pivots of a sparse matrix is kept as long as it is good enough.
template <class Scalar>
class ShiftedFactors {
public:
    using Vector = Eigen::Matrix<Scalar, Eigen::Dynamic, 1>;

    ShiftedFactors() = default;
    ~ShiftedFactors();
    ShiftedFactors(ShiftedFactors const&) = delete;
    ShiftedFactors& operator=(ShiftedFactors const&) = delete;

    // A full matrix, column by column. False if it is singular.
    [[nodiscard]] bool compute(std::span<double const> jacobian, Eigen::Index size, Scalar sigma);
    // The entries of a pattern that holds the diagonal and must outlive this; the pattern is the same in each call.
    [[nodiscard]] bool compute(std::span<double const> entries, std::span<int const> starts, std::span<int const> rows,
                               Scalar sigma);
    // In place.
    void solve(Vector& right_side);

private:
    [[nodiscard]] bool refactor();

    Eigen::PartialPivLU<Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic>> dense_;
    std::span<int const> starts_;
    std::span<int const> rows_;
    std::vector<Scalar> values_;
    klu_common common_{};
    klu_symbolic* symbolic_ = nullptr;
    klu_numeric* numeric_ = nullptr;
};

extern template class ShiftedFactors<double>;
extern template class ShiftedFactors<std::complex<double>>;

}  // namespace moo::runtime
