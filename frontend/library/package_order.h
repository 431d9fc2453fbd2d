// The order of the members of a package that is a folder (Modelica 3.6, section 13.4.1).
#pragma once

#include <string_view>
#include <vector>

#include "moo/base/diagnostics.h"
#include "moo/base/interner.h"
#include "moo/syntax/ast.h"

namespace moo {

// Sorts `stored`, the names of the classes in the folder, as the file package.order says, then by name. Warns about
// entries that are not in the package, and classes and constants of it that have no entry.
[[nodiscard]] std::vector<Symbol> order_members(std::vector<Symbol> const& stored, ast::Ast const& ast,
                                                ast::ClassId package, FileId package_order,
                                                SourceManager const& sources, Interner& interner,
                                                Diagnostics& diagnostics);

}  // namespace moo
