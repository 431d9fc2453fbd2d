#include "moo/syntax/printer.h"

namespace moo {

using ast::ExprId;
using ast::ExprKind;
using ast::Operator;

std::string_view operator_text(Operator op) {
    switch (op) {
        case Operator::none: return "";
        case Operator::not_: return "not";
        case Operator::add: return "+";
        case Operator::sub: return "-";
        case Operator::add_elementwise: return ".+";
        case Operator::sub_elementwise: return ".-";
        case Operator::mul: return "*";
        case Operator::div: return "/";
        case Operator::mul_elementwise: return ".*";
        case Operator::div_elementwise: return "./";
        case Operator::pow: return "^";
        case Operator::pow_elementwise: return ".^";
        case Operator::less: return "<";
        case Operator::less_equal: return "<=";
        case Operator::greater: return ">";
        case Operator::greater_equal: return ">=";
        case Operator::equal: return "==";
        case Operator::not_equal: return "<>";
        case Operator::and_: return "and";
        case Operator::or_: return "or";
    }
    return {};
}

void Printer::name(ast::Name const& name) {
    bool first = !name.is_global;
    for (ast::Ident const& part : tree_.items(name.parts)) {
        if (!first) out_.write('.');
        first = false;
        symbol(part.symbol);
    }
}

void Printer::expr(ExprId id) {
    if (!id) return;
    ast::Expr const& node = tree_[id];
    switch (node.kind) {
        case ExprKind::integer:
        case ExprKind::real:
        case ExprKind::string: source(node.span); break;
        case ExprKind::boolean: out_.write(node.boolean ? "true" : "false"); break;
        case ExprKind::reference: reference(node, id); break;
        case ExprKind::call:
            expr(tree_.callee(id));
            arguments(tree_.arguments(id));
            break;
        case ExprKind::partial_application:
            out_.write("function ");
            expr(tree_.callee(id));
            arguments(tree_.arguments(id));
            break;
        case ExprKind::unary:
            out_.write(operator_text(node.op));
            if (node.op == Operator::not_) out_.write(' ');
            expr(tree_.operand(id));
            break;
        case ExprKind::chain: chain(id); break;
        case ExprKind::range: {
            bool first = true;
            for (ExprId const part : tree_.elements(id)) {
                if (!first) out_.write(':');
                first = false;
                expr(part);
            }
            break;
        }
        case ExprKind::conditional: conditional(id); break;
        case ExprKind::array:
            out_.write('{');
            expr_list(tree_.elements(id));
            out_.write('}');
            break;
        case ExprKind::matrix: {
            out_.write('[');
            bool first = true;
            for (ExprId const row : tree_.elements(id)) {
                if (!first) out_.write("; ");
                first = false;
                expr(row);
            }
            out_.write(']');
            break;
        }
        case ExprKind::matrix_row: expr_list(tree_.elements(id)); break;
        case ExprKind::comprehension:
            expr(tree_.operand(id));
            out_.write(" for ");
            iterators(tree_.iterators(id));
            break;
        case ExprKind::group:
            out_.write('(');
            expr(tree_.operand(id));
            out_.write(')');
            break;
        case ExprKind::tuple:
            out_.write('(');
            expr_list(tree_.elements(id));
            out_.write(')');
            break;
        case ExprKind::subscripted:
            expr(tree_.operand(id));
            out_.write('[');
            expr_list(tree_.elements(id));
            out_.write(']');
            break;
        case ExprKind::member:
            expr(tree_.operand(id));
            out_.write('.');
            out_.write(interner_.text(tree_.member_name(id)));
            break;
        case ExprKind::decorated:
            expr(tree_.operand(id));
            out_.write(" @");
            out_.write_integer(tree_.decoration(id));
            break;
        case ExprKind::end: out_.write("end"); break;
        case ExprKind::colon: out_.write(':'); break;
        case ExprKind::break_: out_.write("break"); break;
    }
}

void Printer::reference(ast::Expr const& node, ExprId id) {
    bool first = !node.is_global;
    for (ast::ReferencePart const& part : tree_.reference_parts(id)) {
        if (!first) out_.write('.');
        first = false;
        symbol(part.name);
        subscripts(part.subscripts);
    }
}

void Printer::chain(ExprId id) {
    expr(tree_.operand(id));
    for (ast::Term const& term : tree_.terms(id)) {
        // Elementwise operators need the space: `2.*x` would begin with the number `2.`.
        bool const tight = term.op == Operator::pow;
        if (!tight) out_.write(' ');
        out_.write(operator_text(term.op));
        if (!tight) out_.write(' ');
        expr(term.operand);
    }
}

void Printer::conditional(ExprId id) {
    auto const parts = tree_.elements(id);
    for (std::size_t i = 0; i + 1 < parts.size(); i += 2) {
        out_.write(i == 0 ? "if " : " elseif ");
        expr(parts[i]);
        out_.write(" then ");
        expr(parts[i + 1]);
    }
    out_.write(" else ");
    if (!parts.empty()) expr(parts.back());
}

void Printer::arguments(std::span<ast::Argument const> arguments) {
    out_.write('(');
    bool first = true;
    for (ast::Argument const& argument : arguments) {
        if (!first) out_.write(", ");
        first = false;
        if (argument.name.symbol) {
            symbol(argument.name.symbol);
            out_.write(" = ");
        }
        expr(argument.value);
    }
    out_.write(')');
}

void Printer::iterators(std::span<ast::Iterator const> iterators) {
    bool first = true;
    for (ast::Iterator const& iterator : iterators) {
        if (!first) out_.write(", ");
        first = false;
        symbol(iterator.name.symbol);
        if (iterator.range) {
            out_.write(" in ");
            expr(iterator.range);
        }
    }
}

void Printer::expr_list(std::span<ExprId const> list) {
    bool first = true;
    for (ExprId const item : list) {
        if (!first) out_.write(", ");
        first = false;
        expr(item);
    }
}

void Printer::subscripts(ast::List<ExprId> list) {
    if (list.empty()) return;
    out_.write('[');
    expr_list(tree_.items(list));
    out_.write(']');
}

void Printer::idents(std::span<ast::Ident const> idents) {
    bool first = true;
    for (ast::Ident const& ident : idents) {
        if (!first) out_.write(", ");
        first = false;
        symbol(ident.symbol);
    }
}

}  // namespace moo
