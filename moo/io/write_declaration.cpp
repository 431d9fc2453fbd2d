#include "moo/io/write_declaration.h"

#include "moo/lower/type_text.h"
#include "moo/syntax/literal.h"

namespace moo {

namespace {

std::string_view variability_prefix(Variable const& variable, NameStyle style) {
    switch (variable.variability) {
        case Variability::continuous: return "";
        case Variability::discrete: return style == NameStyle::plain || variable.type == types::real ? "discrete " : "";
        case Variability::parameter: return "parameter ";
        case Variability::constant: return "constant ";
    }
    return "";
}

std::string_view causality_prefix(Causality causality) {
    switch (causality) {
        case Causality::local: return "";
        case Causality::input: return "input ";
        case Causality::output: return "output ";
    }
    return "";
}

}  // namespace

void write_declaration(TextWriter& out, DeclarationContext const& context, Variable const& variable) {
    out.write(variability_prefix(variable, context.style));
    out.write(causality_prefix(variable.causality));
    out.write(type_text(context.exprs.types(), variable.type, context.interner));
    out.write(" ");
    out.write(identifier_text(context.interner.text(variable.name), context.style));
    char const* separator = "(";
    for (std::size_t i = 0; i < attribute_count; ++i) {
        if (!variable.attributes[i]) continue;
        out.write(separator);
        out.write(attribute_name(static_cast<Attribute>(i)));
        out.write(" = ");
        print(out, context.exprs, variable.attributes[i], context.names);
        separator = ", ";
    }
    if (*separator == ',') out.write(")");
    if (variable.binding) {
        out.write(" = ");
        print(out, context.exprs, variable.binding, context.names);
    }
    write_description(out, context.interner, variable.description);
}

void write_description(TextWriter& out, Interner const& interner, Symbol description) {
    if (!description || interner.text(description).empty()) return;
    out.write(" ");
    out.write(escape_string(interner.text(description)));
}

bool write_experiment(TextWriter& out, std::string_view before, Experiment const& experiment) {
    bool any = false;
    auto const write_value = [&](std::string_view name, std::optional<double> value) {
        if (!value) return;
        if (!any) {
            out.write(before);
            out.write("experiment(");
        } else {
            out.write(", ");
        }
        any = true;
        out.write(name);
        out.write(" = ");
        out.write_real(*value);
    };
    write_value("StartTime", experiment.start_time);
    write_value("StopTime", experiment.stop_time);
    write_value("Tolerance", experiment.tolerance);
    write_value("Interval", experiment.interval);
    if (any) out.write(")");
    return any;
}

}  // namespace moo
