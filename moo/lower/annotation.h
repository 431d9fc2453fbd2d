// Access to the contents of annotations.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "moo/base/interner.h"
#include "moo/syntax/ast.h"

namespace moo {

// The modification of argument `name`: `(StopTime = 3)` for `experiment` in `annotation(experiment(StopTime = 3))`.
// None if it is absent; then arguments of it are absent too.
[[nodiscard]] ast::ModificationId find_argument(ast::Ast const& ast, Interner const& interner,
                                                ast::ModificationId modification, std::string_view name);

// The text of argument `name` if it is a string literal, else an empty text.
[[nodiscard]] std::string string_argument(ast::Ast const& ast, Interner const& interner,
                                          ast::ModificationId modification, std::string_view name);

// The texts in `= "a"` or `= {"a", "b"}`; anything that is not a string literal is left out.
[[nodiscard]] std::vector<std::string> string_values(ast::Ast const& ast, ast::ModificationId modification);

// The same for argument `name`.
[[nodiscard]] std::vector<std::string> strings_argument(ast::Ast const& ast, Interner const& interner,
                                                        ast::ModificationId modification, std::string_view name);

// The value of argument `name` if it is `true` or `false`.
[[nodiscard]] std::optional<bool> boolean_argument(ast::Ast const& ast, Interner const& interner,
                                                   ast::ModificationId modification, std::string_view name);

// The value of argument `name` if it is a literal, possibly with a sign.
[[nodiscard]] std::optional<std::int64_t> integer_argument(ast::Ast const& ast, Interner const& interner,
                                                           ast::ModificationId modification, std::string_view name);

// The number that an expression is, if it is a literal, possibly with a sign.
[[nodiscard]] std::optional<double> number_literal(ast::Ast const& ast, ast::ExprId expr);

}  // namespace moo
