#include "moo/syntax/ast.h"

#include "moo/syntax/literal.h"

namespace moo::ast {

ExprId Ast::strip(ExprId id) const {
    while (id && (exprs_[id].kind == ExprKind::group || exprs_[id].kind == ExprKind::decorated)) id = operand(id);
    return id;
}

std::optional<Symbol> Ast::simple_callee(ExprId id) const {
    if (!id || exprs_[id].kind != ExprKind::call) return std::nullopt;
    ExprId const function = callee(id);
    auto const parts = reference_parts(function);
    if (parts.size() != 1 || !parts[0].subscripts.empty()) return std::nullopt;
    return parts[0].name;
}

std::string Ast::string_value(StringLiteral literal) const { return unescape_string(text(literal.span)); }

std::string Ast::description_text(List<StringLiteral> description) const {
    std::string out;
    for (StringLiteral const literal : items(description)) out += string_value(literal);
    return out;
}

template <class Self, class Visit>
void Ast::for_each_table(Self& self, Visit visit) {
    visit(self.exprs_);
    visit(self.class_store_);
    visit(self.elements_);
    visit(self.components_);
    visit(self.modifications_);
    visit(self.modifiers_);
    visit(self.equations_);
    visit(self.statements_);
    visit(self.imports_);
    visit(self.extends_);
    visit(self.component_clauses_);
    visit(self.constraints_);
    visit(self.externals_);
    std::apply([&](auto&... pools) { (visit(pools), ...); }, self.pools_);
}

Ast::Mark Ast::mark() const {
    Mark mark;
    std::size_t at = 0;
    for_each_table(*this, [&](auto const& table) { mark.sizes[at++] = static_cast<std::uint32_t>(table.size()); });
    return mark;
}

void Ast::rollback(Mark const& mark) {
    std::size_t at = 0;
    for_each_table(*this, [&](auto& table) { table.resize(mark.sizes[at++]); });
}

}  // namespace moo::ast
