// Rows of MOO text without a special form: `row(field = value, …)`, and annotations.
#pragma once

#include <string>

#include "moo/io/document/row_tree.h"
#include "moo/io/text/ast_expressions.h"

namespace moo {

class TextTree : public RowTree {
public:
    TextTree(ast::Ast const& ast, AstExpressions& expressions, Interner const& interner)
        : ast_(ast), expressions_(expressions), interner_(interner) {}

    [[nodiscard]] static Item item(ast::ExprId id) { return {id.index(), expression_tag}; }
    // The arguments of an annotation are the fields of an object.
    [[nodiscard]] static Item item(ast::ModificationId id) { return {id.index(), annotation_tag}; }

    [[nodiscard]] bool is_object(Item item, std::string_view row) const override;
    [[nodiscard]] Item find(Item object, std::string_view name) const override;
    void fields(Item object, std::vector<RowField>& list) const override;
    bool elements(Item list, std::string_view row, std::vector<Item>& items) const override;
    bool integers(Item list, std::vector<std::int64_t>& numbers) const override;
    [[nodiscard]] bool is_nothing(Item item) const override;
    [[nodiscard]] std::optional<bool> boolean(Item item) const override;
    [[nodiscard]] std::optional<std::int64_t> integer(Item item) const override;
    [[nodiscard]] std::optional<double> real(Item item) const override;
    [[nodiscard]] std::optional<std::string_view> text(Item item) const override;
    [[nodiscard]] Symbol variable_name(Item item) const override;
    [[nodiscard]] ExprId expression(Item item, ExpressionBuilder&) override { return expressions_.read(id_of(item)); }
    [[nodiscard]] SourceSpan error_place() const override { return ast_[expressions_.wrong()].span; }
    [[nodiscard]] SourceSpan place(Item item) const override;

private:
    enum Tag : std::uint32_t { expression_tag = 1, annotation_tag = 2 };
    [[nodiscard]] static ast::ExprId id_of(Item item) { return ast::ExprId(item.handle); }
    // Calls `visit` with the name and value of each field until it returns true.
    template <class Visit>
    void for_each_field(Item object, Visit visit) const;

    ast::Ast const& ast_;
    AstExpressions& expressions_;
    Interner const& interner_;
    mutable std::string buffer_;
};

}  // namespace moo
