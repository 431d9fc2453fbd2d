// Looking things up in annotations.
#pragma once

#include <string>
#include <string_view>

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

}  // namespace moo
