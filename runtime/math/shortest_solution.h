// Linear equations of any rank.
#pragma once

#include <Eigen/Core>

namespace moo::runtime {

// For each column of `b` the shortest x of those for which A x comes closest to it. With the identity it is the
// pseudo-inverse. It is in a file of its own because it takes long to compile.
[[nodiscard]] Eigen::MatrixXd shortest_solution(Eigen::MatrixXd const& a, Eigen::MatrixXd const& b);

}  // namespace moo::runtime
