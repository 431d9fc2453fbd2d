// A small picture of a result beside its reference.
#pragma once

#include <string>

#include "tests/survey/compare_trajectories.h"

namespace moo::survey {

// SVG with the first signal that leaves its tube, over the time of the reference: the reference broad and grey, the
// result thin and red, and an upright line where it leaves.
[[nodiscard]] std::string plot_difference(Trajectory const& reference, Trajectory const& result,
                                          TrajectoryReport const& report);

}  // namespace moo::survey
