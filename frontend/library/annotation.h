// Reading annotations from the syntax tree.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "moo/base/interner.h"
#include "moo/syntax/ast.h"

namespace moo {

// The name of a modifier if it is a single identifier.
[[nodiscard]] Symbol simple_name(ast::Ast const& ast, ast::Modifier const& modifier);

// The first argument of that name, such as `uses` in `annotation(version = "1", uses(A))`; null if there is none.
// The modification may have no value.
[[nodiscard]] ast::Modifier const* find_modifier(ast::Ast const& ast, Interner const& interner,
                                                 ast::ModificationId modification, std::string_view name);

// The texts in `= "a"` or `= {"a", "b"}`; what is no string literal is left out.
[[nodiscard]] std::vector<std::string> string_values(ast::Ast const& ast, ast::ModificationId modification);

}  // namespace moo
