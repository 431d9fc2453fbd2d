// Syntax tree to normalized Modelica text.
#pragma once

#include <string>

#include "moo/base/interner.h"
#include "moo/base/text_writer.h"
#include "moo/syntax/ast.h"

namespace moo {

// Prints the whole file. Only comments are lost: printing a parsed text gives the same tokens in the same order, so
// print → parse → print is a fixed point.
[[nodiscard]] std::string print(ast::Ast const& ast, Interner const& interner);

// Parts of a file; a class or equation is printed without the `;` after it.
[[nodiscard]] std::string print(ast::Ast const& ast, Interner const& interner, ast::ExprId expr);
[[nodiscard]] std::string print(ast::Ast const& ast, Interner const& interner, ast::ClassId class_id);
[[nodiscard]] std::string print(ast::Ast const& ast, Interner const& interner, ast::EquationId equation);
[[nodiscard]] std::string print(ast::Ast const& ast, Interner const& interner, ast::StatementId statement);

// `a.b.c`, with a leading dot if the name has one.
[[nodiscard]] std::string name_text(ast::Ast const& ast, Interner const& interner, ast::Name const& name);

[[nodiscard]] std::string_view operator_text(ast::Operator op);
[[nodiscard]] std::string_view class_kind_text(ast::ClassKind kind);

}  // namespace moo
