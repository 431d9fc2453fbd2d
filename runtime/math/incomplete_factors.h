// An approximate factorization that takes no more memory than the matrix.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace moo::runtime {

// A ≈ L U with L and U within the pattern of A, the diagonal of L being ones: modified ILU(0) (Saad, Iterative Methods
// for Sparse Linear Systems, section 10.3). For diffusion it needs far fewer iterations than the plain one. The matrix
// is given by columns with ascending rows.
class IncompleteFactors {
public:
    using Places = std::span<std::int64_t const>;

    // False if a pivot is missing or zero. The pattern is referred to, not copied.
    [[nodiscard]] bool compute(Places starts, Places rows, std::span<double const> values);
    void solve(std::span<double> x) const;

private:
    [[nodiscard]] bool find_diagonal();

    Places starts_;
    Places rows_;
    std::vector<double> values_;
    std::vector<std::size_t> diagonal_;
    std::vector<std::size_t> place_of_row_;  // in the column at work, one more; 0: not there
};

}  // namespace moo::runtime
