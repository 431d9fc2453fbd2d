#include "runtime/math/factors.h"

#include <array>
#include <catch2/catch.hpp>

namespace moo::runtime {

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
