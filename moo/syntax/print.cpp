#include "moo/syntax/print.h"

#include "moo/syntax/printer.h"

namespace moo {

using ast::Equation;
using ast::EquationKind;
using ast::Statement;
using ast::StatementKind;

std::string print(ast::Ast const& ast, Interner const& interner) {
    Printer printer(ast, interner);
    printer.file();
    return printer.take();
}

std::string print(ast::Ast const& ast, Interner const& interner, ast::ExprId expr) {
    Printer printer(ast, interner);
    printer.expr(expr);
    return printer.take();
}

std::string print(ast::Ast const& ast, Interner const& interner, ast::ClassId class_id) {
    Printer printer(ast, interner);
    printer.class_definition(class_id);
    return printer.take();
}

std::string print(ast::Ast const& ast, Interner const& interner, ast::EquationId equation) {
    Printer printer(ast, interner);
    printer.equation(equation);
    return printer.take();
}

std::string print(ast::Ast const& ast, Interner const& interner, ast::StatementId statement) {
    Printer printer(ast, interner);
    printer.statement(statement);
    return printer.take();
}

std::string name_text(ast::Ast const& ast, Interner const& interner, ast::Name const& name) {
    Printer printer(ast, interner);
    printer.name(name);
    return printer.take();
}

void Printer::file() {
    if (!tree_.base_version().empty()) {
        out_.write("//! base ");
        out_.write(tree_.base_version());
        out_.write('\n');
    }
    if (tree_.has_within()) {
        out_.write("within");
        if (tree_.within().has_value()) out_.write(' ');
        name(tree_.within());
        out_.write(";\n");
    }
    for (ast::ClassId const id : tree_.classes()) {
        if (tree_[id].is_final) out_.write("final ");
        class_definition(id);
        out_.write(";\n");
    }
}

// ---- equations and statements ----------------------------------------------------------------------

template <class BodyId>
void Printer::branches(std::string_view keyword, ast::List<ast::BranchOf<BodyId>> list) {
    bool first = true;
    for (auto const& branch : tree_.items(list)) {
        if (!first) {
            out_.indent();
            out_.write("else");
        }
        if (first || branch.condition) {
            out_.write(keyword);
            out_.write(' ');
            expr(branch.condition);
            out_.write(" then");
        }
        out_.write('\n');
        body(branch.body);
        first = false;
    }
    out_.indent();
    out_.write("end ");
    out_.write(keyword);
}

template <class BodyId>
void Printer::loop(std::string_view keyword, ast::List<BodyId> list) {
    out_.write(" loop\n");
    body(list);
    out_.indent();
    out_.write("end ");
    out_.write(keyword);
}

void Printer::equations(ast::List<ast::EquationId> list) {
    out_.deeper();
    for (ast::EquationId const id : tree_.items(list)) {
        out_.indent();
        equation(id);
        out_.write(";\n");
    }
    out_.shallower();
}

void Printer::statements(ast::List<ast::StatementId> list) {
    out_.deeper();
    for (ast::StatementId const id : tree_.items(list)) {
        out_.indent();
        statement(id);
        out_.write(";\n");
    }
    out_.shallower();
}

void Printer::connect(ast::ExprId from, ast::ExprId to) {
    out_.write("connect(");
    expr(from);
    out_.write(", ");
    expr(to);
    out_.write(')');
}

void Printer::equation(ast::EquationId id) {
    Equation const& node = tree_[id];
    decoration(node.decoration);
    switch (node.kind) {
        case EquationKind::equality:
            expr(node.lhs);
            out_.write(" = ");
            expr(node.rhs);
            break;
        case EquationKind::expression: expr(node.lhs); break;
        case EquationKind::connect: connect(node.lhs, node.rhs); break;
        case EquationKind::if_: branches("if", node.branches); break;
        case EquationKind::when: branches("when", node.branches); break;
        case EquationKind::for_:
            out_.write("for ");
            iterators(tree_.items(node.iterators));
            loop("for", node.body);
            break;
    }
    comment(node.comment);
}

void Printer::statement(ast::StatementId id) {
    Statement const& node = tree_[id];
    decoration(node.decoration);
    switch (node.kind) {
        case StatementKind::assignment:
            expr(node.lhs);
            out_.write(" := ");
            expr(node.rhs);
            break;
        case StatementKind::call: expr(node.lhs); break;
        case StatementKind::break_: out_.write("break"); break;
        case StatementKind::return_: out_.write("return"); break;
        case StatementKind::if_: branches("if", node.branches); break;
        case StatementKind::when: branches("when", node.branches); break;
        case StatementKind::for_:
            out_.write("for ");
            iterators(tree_.items(node.iterators));
            loop("for", node.body);
            break;
        case StatementKind::while_:
            out_.write("while ");
            expr(node.lhs);
            loop("while", node.body);
            break;
    }
    comment(node.comment);
}

}  // namespace moo
