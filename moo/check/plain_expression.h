// Which expressions back ends can compute directly: all except built-ins with memory or events of their own.
#pragma once

#include "moo/expr/store.h"

namespace moo {

// Whether every back end can compute a call of this built-in without preparation.
[[nodiscard]] bool is_plain(Builtin builtin);

// The same for a node of this kind.
[[nodiscard]] bool is_plain(ExprKind kind);

}  // namespace moo
