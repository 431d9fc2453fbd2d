// Sparse factors by KLU; in the program `unit_stand_in` by what stands in for KLU in the sources of FMUs.
#include "runtime/math/factors.h"

#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <random>

#include "runtime/math/shifted_factors.h"

namespace moo::runtime {

namespace {

// A random sparse matrix with a diagonal, column by column.
struct RandomMatrix {
    explicit RandomMatrix(int size) : full(Eigen::MatrixXd::Zero(size, size)) {
        std::mt19937 random(7);
        std::uniform_real_distribution<double> value(-1.0, 1.0);
        for (int column = 0; column < size; ++column) {
            for (int k = 0; k < 3; ++k) full(static_cast<int>(random() % unsigned(size)), column) = value(random);
            full(column, column) = 0.1 * value(random);
            full((column + 1) % size, column) = 2.0;
            for (int row = 0; row < size; ++row) {
                if (full(row, column) == 0.0) continue;
                rows.push_back(row);
                entries.push_back(full(row, column));
            }
            starts.push_back(static_cast<int>(rows.size()));
        }
    }
    Eigen::MatrixXd full;
    std::vector<int> starts{0};
    std::vector<int> rows;
    std::vector<double> entries;
};

// A number of that size, real or not.
template <class Scalar>
Scalar turned(double size) {
    if constexpr (std::is_same_v<Scalar, double>) return size;
    if constexpr (!std::is_same_v<Scalar, double>) return std::polar(size, 0.8);
}

}  // namespace

TEST_CASE("sparse factors solve what a matrix and its transpose say") {
    constexpr int size = 120;
    RandomMatrix const random(size);
    std::vector<std::uint32_t> const rows(random.rows.begin(), random.rows.end());
    std::vector<std::uint32_t> columns;
    for (std::uint32_t column = 0; column < size; ++column) {
        int const count = random.starts[column + 1] - random.starts[column];
        columns.insert(columns.end(), static_cast<std::size_t>(count), column);
    }
    SparseFactors factors({size, rows, columns}, 0);
    Eigen::MatrixXd const x = Eigen::MatrixXd::Random(size, 3);
    // Sizes of unknowns are a scale that must not show.
    for (double const unknown_size : {1.0, 1e6}) {
        factors.compute(random.entries, Eigen::VectorXd::LinSpaced(size, 1.0, unknown_size));
        CHECK(factors.rcond() > 1e-9);
        Eigen::MatrixXd b = random.full * x;
        factors.solve(b);
        CHECK((b - x).lpNorm<Eigen::Infinity>() < 1e-7);
        b = random.full.transpose() * x;
        factors.solve_transposed(b);
        CHECK((b - x).lpNorm<Eigen::Infinity>() < 1e-7);
    }
    std::vector<double> entries = random.entries;
    entries[5] = std::numeric_limits<double>::quiet_NaN();
    factors.compute(entries, Eigen::VectorXd::Ones(size));
    CHECK(factors.rcond() == 0.0);
    entries.assign(entries.size(), 0.0);
    factors.compute(entries, Eigen::VectorXd::Ones(size));
    CHECK(factors.rcond() == 0.0);
}

TEMPLATE_TEST_CASE("shifted factors, real and complex, dense and sparse", "", double, std::complex<double>) {
    using Scalar = TestType;
    constexpr int size = 60;
    RandomMatrix const random(size);
    Eigen::Matrix<Scalar, Eigen::Dynamic, 1> const x = Eigen::Matrix<Scalar, Eigen::Dynamic, 1>::Random(size);
    ShiftedFactors<Scalar> sparse;
    ShiftedFactors<Scalar> dense;
    // Rows of very different size, and the same pattern again.
    for (double const shift : {0.3, 1e8, 5.0}) {
        Scalar const sigma = turned<Scalar>(shift);
        REQUIRE(sparse.compute(random.entries, random.starts, random.rows, sigma));
        REQUIRE(dense.compute({random.full.data(), size * size}, size, sigma));
        Eigen::Matrix<Scalar, Eigen::Dynamic, 1> const b = sigma * x - random.full.cast<Scalar>() * x;
        for (ShiftedFactors<Scalar>* const factors : {&sparse, &dense}) {
            Eigen::Matrix<Scalar, Eigen::Dynamic, 1> solved = b;
            factors->solve(solved);
            CHECK((solved - x).template lpNorm<Eigen::Infinity>() < 1e-7);
        }
    }
    std::vector<double> const zero(random.entries.size(), 0.0);
    CHECK_FALSE(sparse.compute(zero, random.starts, random.rows, Scalar(0.0)));
}

TEST_CASE("a regular sparse matrix is not called singular for the small pivots of a kept order") {
    // [a b; c d] in both orders of its rows and columns, so that one of them has `a` as its first pivot.
    constexpr std::array<std::uint32_t, 8> rows = {0, 0, 1, 1, 2, 2, 3, 3};
    constexpr std::array<std::uint32_t, 8> columns = {0, 1, 0, 1, 2, 3, 2, 3};
    auto const matrix = [](double a, double d) { return std::array<double, 8>{a, 1.0, 1.0, 0.3, 0.3, 1.0, 1.0, d}; };
    Eigen::VectorXd const ones = Eigen::VectorXd::Ones(4);
    SparseFactors factors({4, rows, columns}, 0);
    factors.compute(matrix(2.0, 2.0), ones);
    REQUIRE(factors.rcond() > 1e-3);
    factors.compute(matrix(2e-8, 2e-8), ones);
    CHECK(factors.rcond() > 1e-3);

    // The determinant a d - b c is zero for a = 1/0.3.
    factors.compute(matrix(1.0 / 0.3, 1.0), ones);
    CHECK(factors.rcond() < 1e-14);
}

}  // namespace moo::runtime
