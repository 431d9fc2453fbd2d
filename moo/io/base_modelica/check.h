// Where a file departs from the strict form of Base Modelica.
#pragma once

#include "moo/base/diagnostics.h"
#include "moo/base/interner.h"
#include "moo/base/source.h"
#include "moo/syntax/ast.h"

namespace moo {

// Reports, as `NotBaseModelica`, everything that MCP-0031 does not allow, each with its place and what the draft
// requires. It checks only the form of the file; names, types and the balance of if-equations are checked by the
// reader.
//
// The file must have been parsed with ParseOptions::base_modelica and without errors.
void check_base_modelica(ast::Ast const& ast, SourceManager const& sources, Interner const& interner,
                         Diagnostics& diagnostics);

}  // namespace moo
