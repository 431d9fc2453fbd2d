// The types that the language itself declares.
#pragma once

#include <optional>
#include <string_view>

#include "moo/base/interner.h"
#include "moo/expr/types.h"

namespace moo {

// Real, Integer, Boolean, String, Clock.
[[nodiscard]] std::optional<TypeId> find_predefined_type(std::string_view name);

// StateSelect and AssertionLevel (Modelica 3.6, sections 4.8.8.1 and 8.3.7): their names are never quoted.
[[nodiscard]] bool is_predefined_enumeration(std::string_view name);
[[nodiscard]] TypeId state_select_type(TypeTable& types, Interner& interner);
[[nodiscard]] TypeId assertion_level_type(TypeTable& types, Interner& interner);
// The type, if the name is the name of one of them.
[[nodiscard]] std::optional<TypeId> find_predefined_enumeration(TypeTable& types, Interner& interner,
                                                                std::string_view name);

}  // namespace moo
