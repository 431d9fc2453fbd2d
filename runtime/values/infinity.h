// Infinite times and bounds.
#pragma once

#include <limits>

namespace moo::runtime {

inline constexpr double infinity = std::numeric_limits<double>::infinity();

}  // namespace moo::runtime
