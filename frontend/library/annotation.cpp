#include "frontend/library/annotation.h"

namespace moo {

Symbol simple_name(ast::Ast const& ast, ast::Modifier const& modifier) {
    auto const parts = ast.items(modifier.name.parts);
    return parts.size() == 1 ? parts[0].symbol : Symbol();
}

ast::Modifier const* find_modifier(ast::Ast const& ast, Interner const& interner, ast::ModificationId modification,
                                   std::string_view name) {
    if (!modification) return nullptr;
    for (ast::ModifierId const id : ast.items(ast[modification].arguments)) {
        ast::Modifier const& argument = ast[id];
        if (argument.kind != ast::ModifierKind::modification) continue;
        Symbol const symbol = simple_name(ast, argument);
        if (symbol && interner.text(symbol) == name) return &argument;
    }
    return nullptr;
}

std::vector<std::string> string_values(ast::Ast const& ast, ast::ModificationId modification) {
    std::vector<std::string> texts;
    if (!modification || !ast[modification].value) return texts;
    ast::ExprId const value = ast.strip(ast[modification].value);
    auto const take = [&](ast::ExprId expr) {
        if (expr && ast[expr].kind == ast::ExprKind::string) texts.push_back(ast.string_value(expr));
    };
    if (ast[value].kind == ast::ExprKind::array) {
        for (ast::ExprId const element : ast.elements(value)) take(element);
    } else {
        take(value);
    }
    return texts;
}

}  // namespace moo
