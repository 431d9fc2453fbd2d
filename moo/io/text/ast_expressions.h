// Expressions of MOO text: syntax trees to the expression store.
#pragma once

#include <optional>
#include <vector>

#include "moo/io/document/build_expression.h"
#include "moo/syntax/ast.h"

namespace moo {

// Names in a MOO file are resolved and nothing has to be inferred, so this does not need the work of `lower_expression`
// and is several times as fast. The depth of the tree is bounded by ParseOptions::max_nesting.
class AstExpressions {
public:
    AstExpressions(ast::Ast const& ast, ExpressionBuilder& builder)
        : ast_(ast), builder_(builder), interner_(builder.interner()) {}

    // None after the builder was told the reason; `wrong` is the place.
    [[nodiscard]] ExprId read(ast::ExprId id);
    [[nodiscard]] ast::ExprId wrong() const { return wrong_; }

    // The name that an identifier stands for: without quotes.
    [[nodiscard]] Symbol name_of(Symbol identifier);

private:
    // The meaning of an identifier, determined at its first use.
    enum class Meaning : std::uint8_t { unknown, name, time, shared, der, pre, builtin, remembered };
    struct Word {
        Symbol name;
        Meaning meaning = Meaning::unknown;
        Builtin builtin{};
        RememberedKind remembered{};
        ExprId variable;  // the leaf, once it exists
    };
    Word& word_of(Symbol identifier);

    ExprId read_node(ast::ExprId id);
    ExprId read_reference(ast::ExprId id);
    ExprId read_name(ast::ReferencePart const& part);
    ExprId read_literal(std::span<ast::ReferencePart const> parts);
    ExprId read_shared(ast::ReferencePart const& part);
    ExprId read_subscripts(ExprId base, std::span<ast::ExprId const> subscripts);
    ExprId read_unary(ast::Expr const& expr, ast::ExprId id);
    ExprId read_chain(ast::ExprId id);
    ExprId read_conditional(ast::ExprId id);
    ExprId read_call(ast::ExprId id);
    ExprId read_remembered(ast::ExprId id);
    ExprId read_list(ExprKind kind, std::span<ast::ExprId const> elements);
    ExprId read_reduction(ast::ExprId comprehension, Reduction reduction);
    ExprId read_member(ast::ExprId id);
    // Values of all; false if one is wrong.
    bool read_all(std::span<ast::ExprId const> ids, std::vector<ExprId>& values);

    ast::Ast const& ast_;
    ExpressionBuilder& builder_;
    Interner& interner_;
    std::vector<Word> words_;  // by symbol
    ast::ExprId wrong_;
};

}  // namespace moo
