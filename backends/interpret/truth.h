// Truth values as the numbers that stand for them in registers.
#pragma once

namespace moo {

inline double truth(bool value) { return value ? 1.0 : 0.0; }

}  // namespace moo
