// Special forms of the text: what its writer leaves out and its reader deduces again.
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "moo/model/document.h"

namespace moo {

// The sets have the names of the paper: `iEq`, `Eq`, `riEq`, and the same with Block, Jac and Known.
struct SetName {
    std::string_view section;
    std::string_view prefix;
};
inline constexpr std::array set_names{SetName{"initialization", "i"}, SetName{"integration", ""},
                                      SetName{"reinitialization", "ri"}};

// Fields that are part of equations, assertions, z, w and the declarations of variables; other fields are in separate
// lines or annotations.
inline constexpr std::array<std::string_view, 5> equation_fields{"target", "value", "form", "jacobian", "known"};
inline constexpr std::array<std::string_view, 3> assertion_fields{"condition", "message", "level"};
inline constexpr std::array<std::string_view, 3> crossing_fields{"function", "relation", "equations"};
inline constexpr std::array<std::string_view, 2> condition_fields{"condition", "equations"};
inline constexpr std::array<std::string_view, 17> declaration_fields{
    "name",        "type", "role", "variability", "causality", "binding", "description", "quantity",   "unit",
    "displayUnit", "min",  "max",  "start",       "fixed",     "nominal", "unbounded",   "stateSelect"};

// When an entry of a Jacobian changes, if the entry does not say it: never if it is a number, otherwise always.
[[nodiscard]] EntryKind apparent_kind(ExprStore const& exprs, ExprId value);

// The variability of a variable if its declaration does not say it: Integers, Booleans, Strings and enumerations are
// discrete.
[[nodiscard]] Variability variability_without_prefix(TypeTable const& types, TypeId type);

// The role of each variable according to the declarations and the targets of Eq.
[[nodiscard]] Store<VarId, Role> apparent_roles(Document const& document);

}  // namespace moo
