// Modelica text to syntax tree.
#pragma once

#include <cstdint>

#include "moo/base/diagnostics.h"
#include "moo/base/interner.h"
#include "moo/base/source.h"
#include "moo/syntax/ast.h"

namespace moo {

struct ParseOptions {
    // Accept what Base Modelica (MCP-0031) adds to Modelica: partitions, parameter equations, `@n`,
    // `pure constant function`, subscripts and members of parentheses, equations without `=`; and a
    // signed number behind an operator, which other tools write. A file that starts with the header
    // `//! base x.y.z` switches it on by itself.
    bool base_modelica = false;
    // How deep parentheses, brackets, calls, if, modifiers and classes may nest. The tree is never
    // deeper than about ten nodes a level, so a recursive walk over it is safe.
    std::uint32_t max_nesting = 500;
    // Errors of one file after which the parser gives up on it.
    std::uint32_t max_errors = 50;
};

// Parses a file. After a syntax error it goes on and reports the next ones; the tree then holds what
// could be read. Ask `diagnostics.has_errors()` before relying on it.
[[nodiscard]] ast::Ast parse(FileId file, SourceManager const& sources, Interner& interner, Diagnostics& diagnostics,
                             ParseOptions const& options = {});

struct ParsedExpression {
    ast::Ast ast;
    ast::ExprId root;  // without value after an error
};

// Parses a text that is one expression and nothing else.
[[nodiscard]] ParsedExpression parse_expression(FileId file, SourceManager const& sources, Interner& interner,
                                                Diagnostics& diagnostics, ParseOptions const& options = {});

}  // namespace moo
