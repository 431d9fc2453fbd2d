// Variables of the model and their guess values.
#include "moo/io/base_modelica/writer.h"

namespace moo::base_modelica {

namespace {

// Properties for which the draft has words are written with these words, the others under our name.
void write_annotation(Writer& writer, Variable const& variable) {
    ListWriter list(writer.out, " annotation(", ")");
    if (variable.is_evaluated && !writer.is_strict) list.add("Evaluate = true");
    if (variable.hide_result) list.add("HideResult = true");
    if (variable.is_protected) list.add("Protected = true");
    bool const has_role = variable.connector_role != ConnectorRole::none;
    bool const is_evaluated = variable.is_evaluated && writer.is_strict;
    if (!has_role && !variable.is_final && !is_evaluated) return;
    list.next();
    ListWriter ours(writer.out, "__moo(", ")");
    switch (variable.connector_role) {
        case ConnectorRole::none: break;
        case ConnectorRole::potential: ours.add("role = \"potential\""); break;
        case ConnectorRole::flow: ours.add("role = \"flow\""); break;
        case ConnectorRole::stream: ours.add("role = \"stream\""); break;
    }
    if (is_evaluated) ours.add("evaluated = true");
    if (variable.is_final) ours.add("isFinal = true");
}

// A scalar that holds for all elements of an array needs its shape.
void write_guess(Writer& writer, Variable const& variable, ExprId value) {
    TypeTable const& types = writer.model.exprs.types();
    bool const is_filled = types.is_array(variable.type) && !types.is_array(writer.model.exprs.type(value));
    if (is_filled) writer.out.write("fill(");
    writer.write_expr(value);
    if (!is_filled) return;
    for (std::int64_t const size : types.dims(variable.type)) {
        writer.out.write(", ");
        writer.out.write_integer(size);
    }
    writer.out.write(')');
}

}  // namespace

bool has_fixed_equation(Writer const& writer, Variable const& variable) {
    return writer.is_strict && !variable.is_parameter() && variable.is_fixed(writer.model.exprs);
}

void write_fixed_equation(Writer& writer, Variable const& variable) {
    writer.out.indent();
    bool const is_discrete = variable.variability == Variability::discrete;
    if (is_discrete) writer.out.write("pre(");
    writer.write_name(variable.name);
    if (is_discrete) writer.out.write(')');
    writer.out.write(" = guess(");
    writer.write_name(variable.name);
    writer.out.write(");\n");
}

bool has_final_equation(Writer const& writer, Variable const& variable) {
    if (!writer.is_strict || variable.variability != Variability::parameter || !variable.binding) return false;
    TypeTable const& types = writer.model.exprs.types();
    bool const is_object = types.kind(types.element(variable.type)) == TypeKind::external_object;
    // A reader takes the equation for a value only if `fixed` is certainly true.
    ExprStore const& exprs = writer.model.exprs;
    ExprId const fixed = variable.attribute(Attribute::fixed);
    bool const is_fixed = !fixed || (exprs.kind(fixed) == ExprKind::boolean && exprs.boolean_value(fixed));
    return (variable.is_final || variable.is_protected) && !variable.is_package_constant && !is_object && is_fixed;
}

void write_final_equation(Writer& writer, Variable const& variable) {
    writer.start_line(variable.source, variable.instance, ProvenanceKind::binding);
    writer.write_name(variable.name);
    writer.out.write(" = ");
    writer.write_expr(variable.binding);
    writer.out.write(";\n");
}

void write_variable(Writer& writer, Variable const& variable) {
    writer.start_line(variable.source, variable.instance);
    ExprId const start = variable.attribute(Attribute::start);
    bool const has_guess = writer.is_strict && start && !variable.is_package_constant;
    write_declaration(writer.out,
                      {writer.model.exprs, writer.interner, writer.names, NameStyle::quoted, writer.sizes, has_guess,
                       has_fixed_equation(writer, variable), has_final_equation(writer, variable)},
                      variable);
    write_annotation(writer, variable);
    writer.out.write(";\n");
    if (!has_guess) return;
    writer.out.indent();
    writer.out.write("parameter equation guess(");
    writer.write_name(variable.name);
    writer.out.write(") = ");
    write_guess(writer, variable, start);
    writer.out.write(";\n");
}

}  // namespace moo::base_modelica
