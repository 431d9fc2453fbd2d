#include "moo/lower/annotation.h"

#include "moo/syntax/print.h"

namespace moo {

ast::ModificationId find_argument(ast::Ast const& ast, Interner const& interner, ast::ModificationId modification,
                                  std::string_view name) {
    if (!modification) return {};
    for (ast::ModifierId const id : ast.items(ast[modification].arguments)) {
        ast::Modifier const& modifier = ast[id];
        bool const is_plain = modifier.kind == ast::ModifierKind::modification;
        if (is_plain && name_text(ast, interner, modifier.name) == name) return modifier.modification;
    }
    return {};
}

std::string string_argument(ast::Ast const& ast, Interner const& interner, ast::ModificationId modification,
                            std::string_view name) {
    ast::ModificationId const found = find_argument(ast, interner, modification, name);
    if (!found || !ast[found].value || ast[ast[found].value].kind != ast::ExprKind::string) return {};
    return ast.string_value(ast[found].value);
}

std::vector<std::string> string_values(ast::Ast const& ast, ast::ModificationId modification) {
    std::vector<std::string> texts;
    if (!modification || !ast[modification].value) return texts;
    ast::ExprId const value = ast.strip(ast[modification].value);
    auto const add = [&](ast::ExprId id) {
        if (ast[id].kind == ast::ExprKind::string) texts.push_back(ast.string_value(id));
    };
    if (ast[value].kind == ast::ExprKind::array) {
        for (ast::ExprId const element : ast.elements(value)) add(ast.strip(element));
    } else {
        add(value);
    }
    return texts;
}

std::vector<std::string> strings_argument(ast::Ast const& ast, Interner const& interner,
                                          ast::ModificationId modification, std::string_view name) {
    return string_values(ast, find_argument(ast, interner, modification, name));
}

std::optional<bool> boolean_argument(ast::Ast const& ast, Interner const& interner, ast::ModificationId modification,
                                     std::string_view name) {
    ast::ModificationId const found = find_argument(ast, interner, modification, name);
    if (!found || !ast[found].value) return std::nullopt;
    ast::Expr const& value = ast[ast.strip(ast[found].value)];
    if (value.kind != ast::ExprKind::boolean) return std::nullopt;
    return value.boolean;
}

std::optional<std::int64_t> integer_argument(ast::Ast const& ast, Interner const& interner,
                                             ast::ModificationId modification, std::string_view name) {
    ast::ModificationId const found = find_argument(ast, interner, modification, name);
    if (!found || !ast[found].value) return std::nullopt;
    auto const number = number_literal(ast, ast[found].value);
    constexpr double most = 9007199254740992.0;
    if (!number || !(*number >= -most && *number <= most)) return std::nullopt;
    auto const integer = static_cast<std::int64_t>(*number);
    return static_cast<double>(integer) == *number ? std::optional(integer) : std::nullopt;
}

std::optional<double> number_literal(ast::Ast const& ast, ast::ExprId expr) {
    expr = ast.strip(expr);
    bool const negative = ast[expr].kind == ast::ExprKind::unary && ast[expr].op == ast::Operator::sub;
    if (negative) expr = ast.strip(ast.operand(expr));
    double const sign = negative ? -1.0 : 1.0;
    if (ast[expr].kind == ast::ExprKind::real) return sign * ast[expr].real;
    if (ast[expr].kind == ast::ExprKind::integer) return sign * static_cast<double>(ast[expr].integer);
    return std::nullopt;
}

}  // namespace moo
