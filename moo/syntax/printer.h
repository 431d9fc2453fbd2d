// Writes a syntax tree. Internal to moo/syntax; its entry points are in print.h. Parts that are
// missing after a syntax error are left out.
#pragma once

#include <span>

#include "moo/base/text_writer.h"
#include "moo/syntax/print.h"

namespace moo {

class Printer {
public:
    Printer(ast::Ast const& tree, Interner const& interner) : tree_(tree), interner_(interner) {}

    void file();
    [[nodiscard]] std::string take() { return out_.take(); }

    // ---- expressions (print_expression.cpp) ----
    void expr(ast::ExprId id);
    void name(ast::Name const& name);

    // ---- classes and elements (print_class.cpp) ----
    void class_definition(ast::ClassId id);

    // ---- equations and statements (print.cpp) ----
    void equation(ast::EquationId id);
    void statement(ast::StatementId id);

private:
    void symbol(Symbol symbol) {
        if (symbol) out_.write(interner_.text(symbol));
    }
    void source(SourceSpan span) { out_.write(tree_.text(span)); }
    void reference(ast::Expr const& node, ast::ExprId id);
    void chain(ast::ExprId id);
    void conditional(ast::ExprId id);
    void arguments(std::span<ast::Argument const> arguments);
    void iterators(std::span<ast::Iterator const> iterators);
    void expr_list(std::span<ast::ExprId const> list);
    void subscripts(ast::List<ast::ExprId> list);
    void idents(std::span<ast::Ident const> idents);

    void description(ast::List<ast::StringLiteral> list);
    void comment(ast::Comment const& comment);
    void annotation(ast::ModificationId id);
    void decoration(ast::Decoration decoration);
    void modification(ast::ModificationId id);
    void modifiers(ast::List<ast::ModifierId> list);
    void modifier(ast::Modifier const& modifier);
    void connect(ast::ExprId from, ast::ExprId to);

    void element(ast::Element const& element);
    void import(ast::Import const& import);
    void component_clause(ast::ComponentClause const& clause);
    void component(ast::Component const& component);
    void short_class(ast::Class const& node);
    void long_class(ast::Class const& node);
    void section(ast::Section const& section);
    void external(ast::External const& external);
    void partition(ast::Partition const& partition);

    void equations(ast::List<ast::EquationId> list);
    void statements(ast::List<ast::StatementId> list);
    void body(ast::List<ast::EquationId> list) { equations(list); }
    void body(ast::List<ast::StatementId> list) { statements(list); }
    template <class BodyId>
    void branches(std::string_view keyword, ast::List<ast::BranchOf<BodyId>> list);
    template <class BodyId>
    void loop(std::string_view keyword, ast::List<BodyId> list);

    ast::Ast const& tree_;
    Interner const& interner_;
    TextWriter out_;
};

}  // namespace moo
