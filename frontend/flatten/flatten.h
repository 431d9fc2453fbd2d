// A Modelica class to a flat model.
#pragma once

#include <optional>
#include <string_view>

#include "moo/base/diagnostics.h"
#include "moo/model/flat_model.h"
#include "moo/syntax/ast.h"

namespace moo {

// The class to flatten: that of this qualified name, which may begin with the file's `within`, or the last top-level
// model of the file if the name is empty. None, and a report, if there is no such class or it cannot be simulated.
[[nodiscard]] std::optional<ast::ClassId> choose_model(ast::Ast const& ast, Interner const& interner,
                                                       std::string_view name, Diagnostics& diagnostics);

// Components of predefined types, equations and when-clauses are flattened; what else the class holds is refused
// with its place.
[[nodiscard]] FlatModel flatten(ast::Ast const& ast, ast::ClassId class_id, Interner& interner,
                                Diagnostics& diagnostics);

}  // namespace moo
