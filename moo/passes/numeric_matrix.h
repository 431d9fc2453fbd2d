// Whether a small matrix of numbers is regular.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

namespace moo {

// Gaussian elimination with complete pivoting; the matrix is stored row by row. A pivot counts as zero below this part
// of the largest entry: the caller decides about structure, not about accuracy.
inline bool is_well_conditioned(std::uint32_t size, std::vector<double> matrix) {
    constexpr double smallest_part = 1e-8;
    double largest = 0.0;
    for (double const entry : matrix) largest = std::max(largest, std::abs(entry));
    auto const at = [&](std::size_t row, std::size_t column) -> double& { return matrix[row * size + column]; };
    for (std::size_t step = 0; step < size; ++step) {
        std::size_t pivot_row = step;
        std::size_t pivot_column = step;
        for (std::size_t row = step; row < size; ++row) {
            for (std::size_t column = step; column < size; ++column) {
                if (std::abs(at(row, column)) <= std::abs(at(pivot_row, pivot_column))) continue;
                pivot_row = row;
                pivot_column = column;
            }
        }
        if (!(std::abs(at(pivot_row, pivot_column)) > smallest_part * largest)) return false;
        for (std::size_t i = 0; i < size; ++i) std::swap(at(step, i), at(pivot_row, i));
        for (std::size_t i = 0; i < size; ++i) std::swap(at(i, step), at(i, pivot_column));
        for (std::size_t row = step + 1; row < size; ++row) {
            double const factor = at(row, step) / at(step, step);
            for (std::size_t column = step; column < size; ++column) at(row, column) -= factor * at(step, column);
        }
    }
    return true;
}

}  // namespace moo
