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

}  // namespace moo
