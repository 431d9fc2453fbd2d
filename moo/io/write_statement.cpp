// Statements.
#include "moo/io/class_writer.h"

namespace moo {

namespace {

void write_statement(ClassWriter& writer, FlatStatement const& statement, Symbol instance) {
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
    writer.end_line(statement.description, statement.source);
}

}  // namespace

void ClassWriter::start_line(SourceSpan, Symbol, ProvenanceKind) { out.indent(); }

void ClassWriter::end_line(Symbol description, SourceSpan source) {
    write_description(out, interner, description);
    if (has_source(source)) {
        out.write(" annotation(");
        write_source(source);
        out.write(')');
    }
    out.write(";\n");
}

void ClassWriter::write_call(std::string_view name, std::initializer_list<ExprId> arguments) {
    out.write(name);
    ListWriter list(out, "(", ")");
    for (ExprId const argument : arguments) {
        if (!argument) continue;
        list.next();
        write_expr(argument);
    }
}

void write_statements(ClassWriter& writer, std::vector<FlatStatement> const& statements, Symbol instance) {
    for (FlatStatement const& statement : statements) write_statement(writer, statement, instance);
}

}  // namespace moo
