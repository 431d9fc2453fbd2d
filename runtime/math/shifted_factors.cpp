#include "runtime/math/shifted_factors.h"

#include <cmath>

namespace moo::runtime {

namespace {

// KLU's functions for both kinds of numbers.
struct RealKlu {
    static constexpr auto factor = klu_factor;
    static constexpr auto refactor = klu_refactor;
    static constexpr auto growth = klu_rgrowth;
    static constexpr auto solve = klu_solve;
    static constexpr auto free_numeric = klu_free_numeric;
};
struct ComplexKlu {
    static constexpr auto factor = klu_z_factor;
    static constexpr auto refactor = klu_z_refactor;
    static constexpr auto growth = klu_z_rgrowth;
    static constexpr auto solve = klu_z_solve;
    static constexpr auto free_numeric = klu_z_free_numeric;
};

template <class Scalar>
struct KluOf {
    using Functions = RealKlu;
};
template <>
struct KluOf<std::complex<double>> {
    using Functions = ComplexKlu;
};

// KLU holds complex numbers as pairs, as std::complex does; it takes patterns it does not change without `const`.
template <class Scalar>
double* numbers(Scalar* values) {
    return reinterpret_cast<double*>(values);
}
int* places(std::span<int const> list) { return const_cast<int*>(list.data()); }

}  // namespace

template <class Scalar>
ShiftedFactors<Scalar>::~ShiftedFactors() {
    KluOf<Scalar>::Functions::free_numeric(&numeric_, &common_);
    klu_free_symbolic(&symbolic_, &common_);
}

template <class Scalar>
bool ShiftedFactors<Scalar>::compute(std::span<double const> jacobian, Eigen::Index size, Scalar sigma) {
    Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic> matrix =
        -Eigen::Map<Eigen::MatrixXd const>(jacobian.data(), size, size).template cast<Scalar>();
    matrix.diagonal().array() += sigma;
    dense_.compute(matrix);
    return (dense_.matrixLU().diagonal().array().abs() > 0.0).all();
}

template <class Scalar>
bool ShiftedFactors<Scalar>::compute(std::span<double const> entries, std::span<int const> starts,
                                     std::span<int const> rows, Scalar sigma) {
    starts_ = starts;
    rows_ = rows;
    values_.resize(entries.size());
    auto const size = static_cast<int>(starts.size() - 1);
    for (int column = 0; column < size; ++column) {
        auto const end = static_cast<std::size_t>(starts[static_cast<std::size_t>(column) + 1]);
        for (auto i = static_cast<std::size_t>(starts[static_cast<std::size_t>(column)]); i < end; ++i) {
            values_[i] = rows[i] == column ? sigma - entries[i] : Scalar(-entries[i]);
        }
    }
    if (symbolic_ == nullptr) {
        klu_defaults(&common_);
        symbolic_ = klu_analyze(size, places(starts_), places(rows_), &common_);
        if (symbolic_ == nullptr) return false;
    }
    return refactor();
}

template <class Scalar>
bool ShiftedFactors<Scalar>::refactor() {
    using Klu = typename KluOf<Scalar>::Functions;
    constexpr double weak_pivots = 1e-8;
    int* const starts = places(starts_);
    int* const rows = places(rows_);
    double* const values = numbers(values_.data());
    if (numeric_ != nullptr) {
        bool const done =
            Klu::refactor(starts, rows, values, symbolic_, numeric_, &common_) != 0 && common_.status == KLU_OK &&
            Klu::growth(starts, rows, values, symbolic_, numeric_, &common_) != 0 && common_.rgrowth > weak_pivots;
        if (done) return true;
        Klu::free_numeric(&numeric_, &common_);
    }
    numeric_ = Klu::factor(starts, rows, values, symbolic_, &common_);
    return numeric_ != nullptr && common_.status == KLU_OK;
}

template <class Scalar>
void ShiftedFactors<Scalar>::solve(Vector& right_side) {
    if (symbolic_ == nullptr) {
        right_side = dense_.solve(right_side).eval();
        return;
    }
    KluOf<Scalar>::Functions::solve(symbolic_, numeric_, static_cast<int>(right_side.size()), 1,
                                    numbers(right_side.data()), &common_);
}

template class ShiftedFactors<double>;
template class ShiftedFactors<std::complex<double>>;

}  // namespace moo::runtime
