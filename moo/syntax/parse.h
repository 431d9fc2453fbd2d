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
    // `pure constant function`, subscripts and members of parentheses, equations without `=`; and a signed number after
    // an operator, which other tools write. The header `//! base x.y.z` at the start of a file switches this on.
    bool base_modelica = false;
    // How deep parentheses, brackets, calls, if, modifiers and classes may be nested. The tree is never deeper than
    // about ten nodes per level, so a recursive walk over it is safe.
    std::uint32_t max_nesting = 500;
    // The number of errors in one file after which the parser gives up.
    std::uint32_t max_errors = 50;
};

// Parses a file. After a syntax error it continues and reports further errors; the tree then contains what could be
// read. Check `diagnostics.has_errors()` before you rely on it.
[[nodiscard]] ast::Ast parse(FileId file, SourceManager const& sources, Interner& interner, Diagnostics& diagnostics,
                             ParseOptions const& options = {});

// Receives a file piece by piece.
class RowConsumer {
public:
    virtual ~RowConsumer() = default;
    // A class before the model; it remains in the tree.
    virtual void take_class(ast::ClassId id) = 0;
    // The model: its name, kind and description.
    virtual void begin_model(ast::Class const& model) = 0;
    // One declaration, one equation. They are removed from the tree at once, unless the result is true.
    virtual bool take_element(ast::ElementId id) = 0;
    virtual bool take_equation(ast::EquationId id) = 0;
    virtual void take_annotation(ast::ModificationId id) = 0;
    virtual void end_model(SourceSpan span) = 0;
};

// Parses a file of classes and one model, which has declarations, one section of equations and an annotation, and may
// be large: the tree contains one piece at a time. Pieces with errors are reported and not passed on.
void parse_rows(FileId file, SourceManager const& sources, Interner& interner, Diagnostics& diagnostics,
                ParseOptions const& options, ast::Ast& tree, RowConsumer& consumer);

struct ParsedExpression {
    ast::Ast ast;
    ast::ExprId root;  // without value after an error
};

// Parses a text that is one expression and nothing else.
[[nodiscard]] ParsedExpression parse_expression(FileId file, SourceManager const& sources, Interner& interner,
                                                Diagnostics& diagnostics, ParseOptions const& options = {});

}  // namespace moo
