// Linear equations of any rank.
#pragma once

#include <Eigen/Core>

namespace moo::runtime {

// For each column of `b`, the shortest x among those for which A x is closest to it. With the identity as `b`, the
// result is the pseudo-inverse. This is in a file of its own because it takes long to compile.
[[nodiscard]] Eigen::MatrixXd shortest_solution(Eigen::MatrixXd const& a, Eigen::MatrixXd const& b);

}  // namespace moo::runtime
