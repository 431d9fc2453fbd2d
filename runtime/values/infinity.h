// Times that never come, and bounds that bound nothing.
#pragma once

#include <limits>

namespace moo::runtime {

inline constexpr double infinity = std::numeric_limits<double>::infinity();

}  // namespace moo::runtime
