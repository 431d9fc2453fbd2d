#include "runtime/math/factors.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "runtime/math/shortest_solution.h"

namespace moo::runtime {

namespace {

// A matrix is examined again below the first limit, and taken as regular above the second.
constexpr double doubtful_condition = 1e-13;
constexpr double sound_condition = 1e-10;

}  // namespace

// ---- dense ---------------------------------------------------------------------------------------------

void DenseFactors::compute(Eigen::MatrixXd const& jacobian, Eigen::VectorXd const& unknown_size) {
    columns_ = unknown_size;
    matrix_ = jacobian * columns_.asDiagonal();
    rows_ = matrix_.rowwise().lpNorm<1>();
    for (double& size : rows_) size = size > 0.0 ? size : 1.0;
    matrix_ = rows_.cwiseInverse().asDiagonal() * matrix_;
    lu_.compute(matrix_);
    // Eigen estimates the reciprocal condition from the factors; a zero pivot makes the estimate worthless.
    auto const condition = [](Eigen::PartialPivLU<Eigen::MatrixXd> const& lu) {
        if (lu.matrixLU().diagonal().cwiseAbs().minCoeff() <= 0.0) return 0.0;
        double const rcond = lu.rcond();
        return std::isfinite(rcond) ? rcond : 0.0;
    };
    rcond_ = condition(lu_);
    balance_.setOnes(rows_.size());
    if (rcond_ >= doubtful_condition) return;
    // Nominal values may be far off: models do not give one for the derivative of a voltage, and with capacitances of
    // picofarads its column is tiny. So columns are scaled by their entries before a matrix counts as singular.
    Eigen::VectorXd const column_size = matrix_.colwise().lpNorm<Eigen::Infinity>();
    if (!(column_size.minCoeff() > 0.0)) return;
    Eigen::MatrixXd balanced = matrix_ * column_size.cwiseInverse().asDiagonal();
    Eigen::VectorXd const row_size = balanced.rowwise().lpNorm<Eigen::Infinity>();
    if (!(row_size.minCoeff() > 0.0)) return;
    balanced = row_size.cwiseInverse().asDiagonal() * balanced;
    Eigen::PartialPivLU<Eigen::MatrixXd> lu(balanced);
    double const rcond = condition(lu);
    if (rcond < sound_condition) return;
    matrix_.swap(balanced);
    columns_ = columns_.cwiseQuotient(column_size);
    balance_ = row_size.cwiseInverse();
    lu_ = std::move(lu);
    rcond_ = rcond;
}

double DenseFactors::weighted_norm(Eigen::VectorXd const& residual) const {
    return residual.cwiseQuotient(rows_).lpNorm<Eigen::Infinity>();
}

void DenseFactors::step(Eigen::VectorXd const& residual, Eigen::VectorXd& d) {
    d = columns_.cwiseProduct(lu_.solve(-residual.cwiseQuotient(rows_).cwiseProduct(balance_)));
}

std::optional<Eigen::VectorXd> DenseFactors::least_squares_step(Eigen::VectorXd const& residual) {
    Eigen::VectorXd const right_side = -residual.cwiseQuotient(rows_).cwiseProduct(balance_);
    return columns_.cwiseProduct(shortest_solution(matrix_, right_side).col(0));
}

// The scaled matrix is A = diag(balance/rows) J diag(columns).
void DenseFactors::solve(Eigen::MatrixXd& b) {
    b = balance_.cwiseQuotient(rows_).asDiagonal() * b;
    b = columns_.asDiagonal() * lu_.solve(b).eval();
}

void DenseFactors::solve_transposed(Eigen::MatrixXd& b) {
    b = columns_.asDiagonal() * b;
    b = balance_.cwiseQuotient(rows_).asDiagonal() * lu_.transpose().solve(b).eval();
}

// ---- sparse --------------------------------------------------------------------------------------------

SparseFactors::SparseFactors(SparsePattern const& pattern, std::uint32_t hidden)
    : size_(pattern.size),
      hidden_(hidden),
      starts_(pattern.size + 1, 0),
      rows_of_(pattern.rows.size()),
      place_(pattern.rows.size()),
      values_(pattern.rows.size()),
      columns_(static_cast<Eigen::Index>(pattern.size)),
      rows_(static_cast<Eigen::Index>(pattern.size)),
      right_side_(pattern.size) {
    klu_defaults(&common_);
    common_.scale = 0;  // rows are scaled here, by the sizes of unknowns
    std::vector<std::size_t> order(pattern.rows.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return pattern.columns[a] != pattern.columns[b] ? pattern.columns[a] < pattern.columns[b]
                                                        : pattern.rows[a] < pattern.rows[b];
    });
    for (std::size_t i = 0; i < order.size(); ++i) {
        place_[order[i]] = i;
        rows_of_[i] = static_cast<int>(pattern.rows[order[i]]);
        ++starts_[pattern.columns[order[i]] + 1];
    }
    std::partial_sum(starts_.begin(), starts_.end(), starts_.begin());
    symbolic_ = klu_analyze(static_cast<int>(size_), starts_.data(), rows_of_.data(), &common_);
}

SparseFactors::~SparseFactors() {
    klu_free_numeric(&numeric_, &common_);
    klu_free_symbolic(&symbolic_, &common_);
}

void SparseFactors::compute(std::span<double const> entries, Eigen::VectorXd const& unknown_size) {
    columns_ = unknown_size;
    rows_.setZero();
    for (std::size_t i = 0; i < place_.size(); ++i) values_[place_[i]] = entries[i];
    for (std::uint32_t column = 0; column < size_; ++column) {
        for (int i = starts_[column]; i < starts_[column + 1]; ++i) {
            auto const at = static_cast<std::size_t>(i);
            values_[at] *= columns_[column];
            rows_[rows_of_[at]] += std::abs(values_[at]);
        }
    }
    for (double& size : rows_) size = size > 0.0 ? size : 1.0;
    for (std::size_t i = 0; i < values_.size(); ++i) values_[i] /= rows_[rows_of_[i]];
    rcond_ = condition();
    if (rcond_ >= doubtful_condition) return;
    // Scale by the entries of the columns, as for dense matrices.
    for (std::uint32_t column = 0; column < size_; ++column) {
        double largest = 0.0;
        for (int i = starts_[column]; i < starts_[column + 1]; ++i) {
            largest = std::max(largest, std::abs(values_[static_cast<std::size_t>(i)]));
        }
        if (!(largest > 0.0)) return;
        for (int i = starts_[column]; i < starts_[column + 1]; ++i) values_[static_cast<std::size_t>(i)] /= largest;
        columns_[column] /= largest;
    }
    double const rcond = condition();
    rcond_ = rcond < sound_condition ? std::min(rcond, rcond_) : rcond;
}

double SparseFactors::condition() {
    if (!factorize() || klu_rcond(symbolic_, numeric_, &common_) == 0 || !std::isfinite(common_.rcond)) return 0.0;
    if (common_.rcond >= doubtful_condition) return common_.rcond;
    // The ratio of the smallest pivot to the largest is only a hint; in large regular systems it may be tiny. The norms
    // of the matrix and its inverse decide (Hager's estimate).
    bool const is_known = klu_condest(starts_.data(), values_.data(), symbolic_, numeric_, &common_) != 0;
    return is_known && std::isfinite(common_.condest) && common_.condest > 0.0 ? 1.0 / common_.condest : 0.0;
}

// The order of pivots is kept as long as it is good enough.
bool SparseFactors::factorize() {
    if (symbolic_ == nullptr) return false;
    constexpr double weak_pivots = 1e-8;
    if (numeric_ != nullptr) {
        bool const done =
            klu_refactor(starts_.data(), rows_of_.data(), values_.data(), symbolic_, numeric_, &common_) != 0 &&
            common_.status == KLU_OK &&
            klu_rgrowth(starts_.data(), rows_of_.data(), values_.data(), symbolic_, numeric_, &common_) != 0 &&
            common_.rgrowth > weak_pivots;
        if (done) return true;
        klu_free_numeric(&numeric_, &common_);
    }
    numeric_ = klu_factor(starts_.data(), rows_of_.data(), values_.data(), symbolic_, &common_);
    return numeric_ != nullptr && common_.status == KLU_OK;
}

double SparseFactors::weighted_norm(Eigen::VectorXd const& residual) const {
    return residual.cwiseQuotient(rows_.tail(residual.size())).lpNorm<Eigen::Infinity>();
}

void SparseFactors::step(Eigen::VectorXd const& residual, Eigen::VectorXd& d) {
    std::fill_n(right_side_.begin(), hidden_, 0.0);
    for (std::uint32_t i = hidden_; i < size_; ++i) right_side_[i] = -residual[i - hidden_] / rows_[i];
    if (numeric_ != nullptr) {
        klu_solve(symbolic_, numeric_, static_cast<int>(size_), 1, right_side_.data(), &common_);
    }
    d.resize(residual.size());
    for (std::uint32_t i = hidden_; i < size_; ++i) d[i - hidden_] = columns_[i] * right_side_[i];
}

void SparseFactors::solve(Eigen::MatrixXd& b) {
    b = rows_.cwiseInverse().asDiagonal() * b;
    klu_solve(symbolic_, numeric_, static_cast<int>(size_), static_cast<int>(b.cols()), b.data(), &common_);
    b = columns_.asDiagonal() * b;
}

void SparseFactors::solve_transposed(Eigen::MatrixXd& b) {
    b = columns_.asDiagonal() * b;
    klu_tsolve(symbolic_, numeric_, static_cast<int>(size_), static_cast<int>(b.cols()), b.data(), &common_);
    b = rows_.cwiseInverse().asDiagonal() * b;
}

}  // namespace moo::runtime
