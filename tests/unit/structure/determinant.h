// Whether a small matrix of integers is regular, exactly.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace moo::test {

using Matrix = std::vector<std::vector<std::int64_t>>;

// Fraction-free elimination (Bareiss, Math. Comp. 22, 1968): all quotients are integers.
inline bool is_regular_matrix(Matrix matrix) {
    std::int64_t previous = 1;
    for (std::size_t k = 0; k < matrix.size(); ++k) {
        std::size_t pivot = k;
        while (pivot < matrix.size() && matrix[pivot][k] == 0) ++pivot;
        if (pivot == matrix.size()) return false;
        std::swap(matrix[k], matrix[pivot]);
        for (std::size_t i = k + 1; i < matrix.size(); ++i) {
            for (std::size_t j = k + 1; j < matrix.size(); ++j) {
                matrix[i][j] = (matrix[i][j] * matrix[k][k] - matrix[i][k] * matrix[k][j]) / previous;
            }
        }
        previous = matrix[k][k];
    }
    return true;
}

}  // namespace moo::test
