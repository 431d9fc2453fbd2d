// Says what is degenerate about a system of equations.
#pragma once

#include <Eigen/Core>
#include <vector>

namespace moo::runtime {

struct Degeneracy {
    std::vector<Eigen::Index> unknowns;   // that may change together while all equations still hold
    std::vector<Eigen::Index> equations;  // of which a combination contains no unknown
};

// From the kernels of the matrix and its transpose. `size` is the magnitude of each unknown. Empty if the matrix is
// regular, or not finite.
[[nodiscard]] Degeneracy find_degeneracy(Eigen::MatrixXd const& matrix, Eigen::VectorXd const& size);

}  // namespace moo::runtime
