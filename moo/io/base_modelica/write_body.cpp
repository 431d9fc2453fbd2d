// Equations.
#include "moo/io/base_modelica/writer.h"

namespace moo::base_modelica {

namespace {

// The grammar has a simple-expression on the left, which an if-expression is only in parentheses.
void write_left_side(Writer& writer, ExprId expr) {
    bool const is_if = writer.exprs.kind(expr) == ExprKind::if_else;
    if (is_if) writer.out.write('(');
    writer.write_expr(expr);
    if (is_if) writer.out.write(')');
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

}  // namespace

void Names::write_constructor(TextWriter& out, Symbol record) const {
    if (!is_strict_) return write_identifier(out, record);
    out.write(identifier_text("-" + std::string(text(record)), NameStyle::quoted));
}

void Writer::start_line(SourceSpan source, Symbol instance, ProvenanceKind origin) {
    out.indent();
    std::uint32_t const number = is_strict ? places.number_of(source, instance, origin) : 0;
    if (number == 0) return;
    out.write('@');
    out.write_integer(number);
    out.write(' ');
}

void write_equations(Writer& writer, std::vector<FlatEquation> const& equations) {
    for (FlatEquation const& equation : equations) write_equation(writer, equation);
}

}  // namespace moo::base_modelica
