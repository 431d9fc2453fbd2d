#include "runtime/math/shortest_solution.h"

#include <Eigen/QR>

namespace moo::runtime {

Eigen::MatrixXd shortest_solution(Eigen::MatrixXd const& a, Eigen::MatrixXd const& b) {
    return a.completeOrthogonalDecomposition().solve(b);
}

}  // namespace moo::runtime
