// Types of C that several tests pass to functions.
#pragma once

#include "moo/external/c_layout.h"

namespace moo::test {

inline CType const c_double{CKind::real, {}};
inline CType const c_int{CKind::integer, {}};

}  // namespace moo::test
