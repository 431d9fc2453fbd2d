// What the toolchain can compute today: scalars, and built-ins without memory or events of their own.
#pragma once

#include "moo/expr/store.h"

namespace moo {

// Whether every back end can compute a call of this built-in as it stands.
[[nodiscard]] bool is_plain(Builtin builtin);

// Whether every back end can compute a node of this kind: no arrays, records, strings, user's functions.
[[nodiscard]] bool is_plain(ExprKind kind);

}  // namespace moo
