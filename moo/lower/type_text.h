// Types in messages.
#pragma once

#include <string>

#include "moo/base/interner.h"
#include "moo/expr/types.h"

namespace moo {

// `Real`, `Integer[3, :]`, the name of an enumeration or record.
[[nodiscard]] std::string type_text(TypeTable const& types, TypeId type, Interner const& interner);

// Whether a value of type `from` can stand where `to` is expected: the same, or an Integer for a Real.
[[nodiscard]] bool is_assignable(TypeTable const& types, TypeId from, TypeId to);

}  // namespace moo
