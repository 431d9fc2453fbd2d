// Truth values as the numbers that registers hold.
#pragma once

namespace moo {

inline double truth(bool value) { return value ? 1.0 : 0.0; }

}  // namespace moo
