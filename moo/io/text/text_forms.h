// Where the text has forms of its own: what its writer leaves out and its reader finds out again.
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "moo/model/document.h"

namespace moo {

// The sets are called by the names of the paper: `iEq`, `Eq`, `riEq`, and the same with Block, Jac and Known.
struct SetName {
    std::string_view section;
    std::string_view prefix;
};
inline constexpr std::array set_names{SetName{"initialization", "i"}, SetName{"integration", ""},
                                      SetName{"reinitialization", "ri"}};

// Fields that z, w and the declarations of variables hold; others stand in lines or annotations of their own.
inline constexpr std::array<std::string_view, 3> crossing_fields{"function", "relation", "equations"};
inline constexpr std::array<std::string_view, 2> condition_fields{"condition", "equations"};
inline constexpr std::array<std::string_view, 17> declaration_fields{
    "name",        "type", "role", "variability", "causality", "binding", "description", "quantity",   "unit",
    "displayUnit", "min",  "max",  "start",       "fixed",     "nominal", "unbounded",   "stateSelect"};

// When an entry of a Jacobian changes if the entry does not say: never if it is a number, else always.
[[nodiscard]] EntryKind apparent_kind(ExprStore const& exprs, ExprId value);

// What a variable is if its declaration does not say: Integers, Booleans, Strings and enumerations are discrete.
[[nodiscard]] Variability variability_without_prefix(TypeTable const& types, TypeId type);

// The role of each variable as the declarations and the targets of Eq tell.
[[nodiscard]] Store<VarId, Role> apparent_roles(Document const& document);

}  // namespace moo
