#include "tests/unit/syntax/support.h"

namespace moo::tests {

using namespace std::string_literals;

std::string structure(Parsed const& parsed, ast::ExprId id) {
    using ast::ExprKind;
    if (!id) return "?";
    ast::Ast const& tree = parsed.tree;
    ast::Expr const& node = tree[id];
    if (node.kind == ExprKind::group) return structure(parsed, tree.operand(id));
    if (node.kind == ExprKind::unary) {
        return "("s + std::string(operator_text(node.op)) + " " + structure(parsed, tree.operand(id)) + ")";
    }
    if (node.kind == ExprKind::chain) {
        std::string out = structure(parsed, tree.operand(id));
        for (ast::Term const& term : tree.terms(id)) {
            std::string next = "(";
            next += operator_text(term.op);
            next += " "s + out + " " + structure(parsed, term.operand) + ")";
            out = std::move(next);
        }
        return out;
    }
    if (node.kind == ExprKind::range || node.kind == ExprKind::conditional) {
        std::string out = node.kind == ExprKind::range ? "(:" : "(if";
        for (ast::ExprId const part : tree.elements(id)) out += " "s + structure(parsed, part);
        return out + ")";
    }
    return print(tree, parsed.interner, id);
}

}  // namespace moo::tests
