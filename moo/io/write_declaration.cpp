#include "moo/io/write_declaration.h"

#include <cassert>

#include "moo/lower/predefined.h"

namespace moo {

namespace {

std::string_view variability_prefix(TypeTable const& types, Variable const& variable, NameStyle style) {
    switch (variable.variability) {
        case Variability::continuous: return "";
        case Variability::discrete:
            return style == NameStyle::plain || types.element(variable.type) == types::real ? "discrete " : "";
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
    TypeTable const& types = context.exprs.types();
    out.write(variability_prefix(types, variable, context.style));
    out.write(causality_prefix(variable.causality));
    write_type_name(out, types, variable.type, context.interner, context.style);
    if (context.sizes == SizePlace::behind_type) write_sizes(out, types, variable.type);
    out.write(' ');
    context.names.write_identifier(out, variable.name);
    if (context.sizes == SizePlace::behind_name) write_sizes(out, types, variable.type);
    char const* separator = "(";
    for (std::size_t i = 0; i < attribute_count; ++i) {
        auto const attribute = static_cast<Attribute>(i);
        if (!variable.attributes[i]) continue;
        if (attribute == Attribute::start && context.leave_out_start) continue;
        if (attribute == Attribute::fixed && context.leave_out_fixed) continue;
        out.write(separator);
        out.write(attribute_name(attribute));
        out.write(" = ");
        print(out, context.exprs, variable.attributes[i], context.names);
        separator = ", ";
    }
    if (*separator == ',') out.write(')');
    if (variable.binding && !context.leave_out_binding) {
        out.write(" = ");
        print(out, context.exprs, variable.binding, context.names);
    }
    write_description(out, context.interner, variable.description);
}

void write_type_name(TextWriter& out, TypeTable const& types, TypeId type, Interner const& interner, NameStyle style) {
    TypeId const element = types.element(type);
    switch (types.kind(element)) {
        case TypeKind::real: return out.write("Real");
        case TypeKind::integer: return out.write("Integer");
        case TypeKind::boolean: return out.write("Boolean");
        case TypeKind::string: return out.write("String");
        case TypeKind::clock: return out.write("Clock");
        case TypeKind::enumeration:
            if (is_predefined_enumeration(interner.text(types.name(element)))) {
                return out.write(interner.text(types.name(element)));
            }
            [[fallthrough]];
        case TypeKind::record:
        case TypeKind::external_object: return out.write(identifier_text(interner.text(types.name(element)), style));
        case TypeKind::unknown:
        case TypeKind::tuple:
        case TypeKind::array: break;
    }
    // Nothing is declared with these.
    assert(false);
}

void write_sizes(TextWriter& out, TypeTable const& types, TypeId type) {
    char const* separator = "[";
    for (std::int64_t const size : types.dims(type)) {
        out.write(separator);
        if (size == TypeTable::unknown_size) {
            out.write(':');
        } else {
            out.write_integer(size);
        }
        separator = ", ";
    }
    if (*separator == ',') out.write(']');
}

void write_description(TextWriter& out, Interner const& interner, Symbol description) {
    if (!description || interner.text(description).empty()) return;
    out.write(' ');
    print_string_literal(out, interner.text(description));
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
