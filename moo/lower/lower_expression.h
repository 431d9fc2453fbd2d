// Syntax trees of expressions to nodes of the expression store, with types checked.
#pragma once

#include "moo/base/diagnostics.h"
#include "moo/expr/store.h"
#include "moo/syntax/ast.h"

namespace moo {

// What a name stands for depends on who asks: a class scope, the variables of a flat model, a MOO document.
class NameResolver {
public:
    virtual ~NameResolver() = default;
    // The value of a reference without subscripts. None if the name is unknown; the caller reports.
    virtual ExprId resolve(ast::Ast const& ast, ast::ExprId reference) = 0;
    // All names that could be meant, for a hint.
    [[nodiscard]] virtual std::vector<std::string_view> candidates() const = 0;
};

// Everything that lowering reads and writes.
struct LoweringContext {
    ast::Ast const& ast;
    Interner& interner;
    ExprStore& exprs;
    Diagnostics& diagnostics;
    NameResolver& names;
};

// None if something was wrong, which is then reported.
[[nodiscard]] ExprId lower_expression(LoweringContext& context, ast::ExprId expr);

// As above, for a place where a value of this type is expected: `the condition`, `start`.
[[nodiscard]] ExprId lower_expression_as(LoweringContext& context, ast::ExprId expr, TypeId expected);

}  // namespace moo
