#include "runtime/math/explain_singular.h"

#include <Eigen/LU>

namespace moo::runtime {

namespace {

constexpr double rank_threshold = 1e-12;
// Relative to the largest entry of a kernel.
constexpr double least_entry = 1e-6;

std::vector<Eigen::Index> rows_of_kernel(Eigen::MatrixXd const& matrix) {
    Eigen::FullPivLU<Eigen::MatrixXd> lu;
    lu.setThreshold(rank_threshold);
    lu.compute(matrix);
    std::vector<Eigen::Index> rows;
    if (lu.isInvertible()) return rows;
    Eigen::MatrixXd const kernel = lu.kernel();
    double const largest = kernel.cwiseAbs().maxCoeff();
    for (Eigen::Index i = 0; i < kernel.rows(); ++i) {
        if (kernel.row(i).cwiseAbs().maxCoeff() > least_entry * largest) rows.push_back(i);
    }
    return rows;
}

}  // namespace

Degeneracy find_degeneracy(Eigen::MatrixXd const& matrix, Eigen::VectorXd const& size) {
    if (matrix.rows() != size.size() || matrix.cols() != size.size() || !matrix.allFinite()) return {};
    Eigen::MatrixXd scaled = matrix * size.asDiagonal();
    for (Eigen::Index i = 0; i < scaled.rows(); ++i) {
        double const largest = scaled.row(i).cwiseAbs().maxCoeff();
        if (largest > 0.0) scaled.row(i) /= largest;
    }
    return {rows_of_kernel(scaled), rows_of_kernel(scaled.transpose())};
}

}  // namespace moo::runtime
