// Equations and statements.
#include "moo/io/base_modelica/writer.h"

namespace moo::base_modelica {

namespace {

// The grammar has a simple-expression on the left, which an if-expression is only in parentheses.
void write_left_side(Writer& writer, ExprId expr) {
    bool const is_if = writer.model.exprs.kind(expr) == ExprKind::if_else;
    if (is_if) writer.out.write('(');
    writer.write_expr(expr);
    if (is_if) writer.out.write(')');
}

// `if c then … elseif d then … else … end if`; the same for when.
template <class Branch, class WriteBody>
void write_branches(Writer& writer, std::vector<Branch> const& branches, std::string_view first, std::string_view next,
                    WriteBody write_body) {
    TextWriter& out = writer.out;
    for (std::size_t i = 0; i < branches.size(); ++i) {
        if (i > 0) out.indent();
        if (branches[i].condition) {
            out.write(i == 0 ? first : next);
            out.write(' ');
            writer.write_expr(branches[i].condition);
            out.write(" then\n");
        } else {
            out.write("else\n");
        }
        out.deeper();
        write_body(branches[i].body);
        out.shallower();
    }
    out.indent();
    out.write("end ");
    out.write(first);
}

// `for i in r loop … end for` with what stands between `for` and the end.
template <class Branch, class WriteBody>
void write_loop(Writer& writer, std::string_view keyword, Symbol iterator, ExprId range_or_condition,
                std::vector<Branch> const& branches, WriteBody write_body) {
    TextWriter& out = writer.out;
    out.write(keyword);
    out.write(' ');
    if (iterator) {
        writer.write_name(iterator);
        out.write(" in ");
    }
    writer.write_expr(range_or_condition);
    out.write(" loop\n");
    out.deeper();
    for (Branch const& branch : branches) write_body(branch.body);
    out.shallower();
    out.indent();
    out.write("end ");
    out.write(keyword);
}

void write_equation(Writer& writer, FlatEquation const& equation) {
    auto const write_body = [&writer](std::vector<FlatEquation> const& body) { write_equations(writer, body); };
    writer.start_line(equation.source, equation.instance, equation.origin);
    switch (equation.kind) {
        case FlatEquationKind::equality:
            write_left_side(writer, equation.a);
            writer.out.write(" = ");
            writer.write_expr(equation.b);
            break;
        case FlatEquationKind::reinit: writer.write_call("reinit", {equation.a, equation.b}); break;
        case FlatEquationKind::assertion: writer.write_call("assert", {equation.a, equation.b, equation.c}); break;
        case FlatEquationKind::terminate: writer.write_call("terminate", {equation.a}); break;
        case FlatEquationKind::call: writer.write_expr(equation.a); break;
        case FlatEquationKind::if_: write_branches(writer, equation.branches, "if", "elseif", write_body); break;
        case FlatEquationKind::when: write_branches(writer, equation.branches, "when", "elsewhen", write_body); break;
        case FlatEquationKind::for_:
            write_loop(writer, "for", equation.iterator, equation.a, equation.branches, write_body);
            break;
    }
    writer.end_line(equation.description);
}

void write_statement(Writer& writer, FlatStatement const& statement, Symbol instance) {
    auto const write_body = [&writer, instance](std::vector<FlatStatement> const& body) {
        write_statements(writer, body, instance);
    };
    writer.start_line(statement.source, instance);
    switch (statement.kind) {
        case FlatStatementKind::assignment:
            writer.write_expr(statement.a);
            writer.out.write(" := ");
            writer.write_expr(statement.b);
            break;
        case FlatStatementKind::call: writer.write_expr(statement.a); break;
        case FlatStatementKind::reinit: writer.write_call("reinit", {statement.a, statement.b}); break;
        case FlatStatementKind::assertion: writer.write_call("assert", {statement.a, statement.b, statement.c}); break;
        case FlatStatementKind::terminate: writer.write_call("terminate", {statement.a}); break;
        case FlatStatementKind::if_: write_branches(writer, statement.branches, "if", "elseif", write_body); break;
        case FlatStatementKind::when: write_branches(writer, statement.branches, "when", "elsewhen", write_body); break;
        case FlatStatementKind::for_:
            write_loop(writer, "for", statement.iterator, statement.a, statement.branches, write_body);
            break;
        case FlatStatementKind::while_:
            write_loop(writer, "while", {}, statement.a, statement.branches, write_body);
            break;
        case FlatStatementKind::break_: writer.out.write("break"); break;
        case FlatStatementKind::return_: writer.out.write("return"); break;
    }
    writer.end_line(statement.description);
}

}  // namespace

void Writer::start_line(SourceSpan source, Symbol instance, FlatOrigin origin) {
    out.indent();
    std::uint32_t const number = is_strict ? sources.number_of(source, instance, origin) : 0;
    if (number == 0) return;
    out.write('@');
    out.write_integer(number);
    out.write(' ');
}

void Writer::end_line(Symbol description) {
    write_description(out, interner, description);
    out.write(";\n");
}

void Writer::write_call(std::string_view name, std::initializer_list<ExprId> arguments) {
    out.write(name);
    ListWriter list(out, "(", ")");
    for (ExprId const argument : arguments) {
        if (!argument) continue;
        list.next();
        write_expr(argument);
    }
}

void write_equations(Writer& writer, std::vector<FlatEquation> const& equations) {
    for (FlatEquation const& equation : equations) write_equation(writer, equation);
}

void write_statements(Writer& writer, std::vector<FlatStatement> const& statements, Symbol instance) {
    for (FlatStatement const& statement : statements) write_statement(writer, statement, instance);
}

}  // namespace moo::base_modelica
