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

}  // namespace moo::ast
