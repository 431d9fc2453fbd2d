// Types in messages.
#pragma once

#include <string>

#include "moo/base/interner.h"
#include "moo/expr/types.h"

namespace moo {

// `Real`, `Integer[3, :]`, the name of an enumeration or record.
[[nodiscard]] std::string type_text(TypeTable const& types, TypeId type, Interner const& interner);

// Whether a value of type `from` can be used where `to` is expected: the same type, or an Integer for a Real. Sizes
// must be equal where both are known; records are compared by name and field by field.
[[nodiscard]] bool is_assignable(TypeTable const& types, TypeId from, TypeId to);

// Whether the sizes are equal as far as they are known; the numbers of dimensions are always known.
[[nodiscard]] bool have_equal_shapes(TypeTable const& types, TypeId a, TypeId b);

// Whether values of both types can be elements of one array or branches of one if, whatever their shapes.
[[nodiscard]] bool have_common_element(TypeTable const& types, TypeId a, TypeId b);

}  // namespace moo
