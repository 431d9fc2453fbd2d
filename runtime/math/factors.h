// Factorized Jacobians, as a step of a Newton iteration needs them.
#pragma once

#include <klu.h>

#include <Eigen/Core>
#include <Eigen/LU>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace moo::runtime {

// J d = -r in scaled form: rows and columns are scaled to a common size first, so that the condition number depends on
// the equations and not on their units.
class Factors {
public:
    virtual ~Factors() = default;

    // Reciprocal condition of the scaled matrix, about; zero for a singular one.
    [[nodiscard]] virtual double rcond() const = 0;
    // The largest residual, each relative to the size of its terms.
    [[nodiscard]] virtual double weighted_norm(Eigen::VectorXd const& residual) const = 0;
    virtual void step(Eigen::VectorXd const& residual, Eigen::VectorXd& d) = 0;
    // The shortest of the steps that come closest; defined for any rank. None if that is too much work.
    [[nodiscard]] virtual std::optional<Eigen::VectorXd> least_squares_step(Eigen::VectorXd const& residual) = 0;
    // J x = b or its transpose, in place and for each column of b; of a matrix that is not singular.
    virtual void solve(Eigen::MatrixXd& b) = 0;
    virtual void solve_transposed(Eigen::MatrixXd& b) = 0;
};

class DenseFactors final : public Factors {
public:
    // `unknown_size` is the magnitude of each unknown.
    void compute(Eigen::MatrixXd const& jacobian, Eigen::VectorXd const& unknown_size);

    double rcond() const override { return rcond_; }
    double weighted_norm(Eigen::VectorXd const& residual) const override;
    void step(Eigen::VectorXd const& residual, Eigen::VectorXd& d) override;
    std::optional<Eigen::VectorXd> least_squares_step(Eigen::VectorXd const& residual) override;
    void solve(Eigen::MatrixXd& b) override;
    void solve_transposed(Eigen::MatrixXd& b) override;

private:
    Eigen::VectorXd columns_;
    Eigen::VectorXd rows_;     // sizes of the terms
    Eigen::VectorXd balance_;  // of rows, beyond that
    Eigen::MatrixXd matrix_;
    Eigen::PartialPivLU<Eigen::MatrixXd> lu_;
    double rcond_ = 0.0;
};

// The positions of the entries of a sparse matrix, each once.
struct SparsePattern {
    std::uint32_t size = 0;
    std::span<std::uint32_t const> rows;
    std::span<std::uint32_t const> columns;
};

// Factorizes a torn block as a whole, with KLU: the first `hidden` rows and columns belong to assignments, whose
// residuals are zero because they have been computed. Eliminating them first would cause fill-in in the rest.
class SparseFactors final : public Factors {
public:
    SparseFactors(SparsePattern const& pattern, std::uint32_t hidden);
    ~SparseFactors() override;
    SparseFactors(SparseFactors const&) = delete;
    SparseFactors& operator=(SparseFactors const&) = delete;

    // `entries` are in the order of the pattern; `unknown_size` has an entry for every column, including hidden ones.
    void compute(std::span<double const> entries, Eigen::VectorXd const& unknown_size);

    double rcond() const override { return rcond_; }
    double weighted_norm(Eigen::VectorXd const& residual) const override;
    void step(Eigen::VectorXd const& residual, Eigen::VectorXd& d) override;
    std::optional<Eigen::VectorXd> least_squares_step(Eigen::VectorXd const&) override { return std::nullopt; }
    // For all rows and columns, including hidden ones.
    void solve(Eigen::MatrixXd& b) override;
    void solve_transposed(Eigen::MatrixXd& b) override;

private:
    bool factorize();
    double condition();

    std::uint32_t size_;
    std::uint32_t hidden_;
    std::vector<int> starts_;         // of columns
    std::vector<int> rows_of_;        // of entries, column by column
    std::vector<std::size_t> place_;  // of each entry of the pattern
    std::vector<double> values_;
    Eigen::VectorXd columns_;
    Eigen::VectorXd rows_;
    std::vector<double> right_side_;
    klu_common common_{};
    klu_symbolic* symbolic_ = nullptr;
    klu_numeric* numeric_ = nullptr;
    double rcond_ = 0.0;
};

}  // namespace moo::runtime
