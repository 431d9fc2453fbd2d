// Types and functions.
#include "moo/io/class_writer.h"

namespace moo {

namespace {

void write_names(ClassWriter& writer, std::string_view key, std::vector<Symbol> const& names, ListWriter& list) {
    for (Symbol const name : names) {
        list.add(key);
        writer.out.write(" = ");
        writer.write_name(name);
    }
}

// `derivative(order = 2, zeroDerivative = x) = f`
void write_derivative(ClassWriter& writer, FlatDerivative const& derivative) {
    writer.out.write("derivative");
    {
        ListWriter list(writer.out, "(", ")");
        if (derivative.order != 1) {
            list.add("order = ");
            writer.out.write_integer(derivative.order);
        }
        write_names(writer, "zeroDerivative", derivative.zero_derivative, list);
        write_names(writer, "noDerivative", derivative.no_derivative, list);
    }
    writer.out.write(" = ");
    writer.write_name(derivative.function);
}

// `x = g(y, z)`
void write_inverse(ClassWriter& writer, FlatInverse const& inverse) {
    writer.write_name(inverse.input);
    writer.out.write(" = ");
    writer.write_name(inverse.function);
    writer.out.write('(');
    char const* separator = "";
    for (Symbol const argument : inverse.arguments) {
        writer.out.write(separator);
        writer.write_name(argument);
        separator = ", ";
    }
    writer.out.write(')');
}

void write_function_annotation(ClassWriter& writer, FlatFunction const& function) {
    TextWriter& out = writer.out;
    bool any = false;
    auto const next = [&] {
        if (!any) out.indent();
        out.write(any ? ", " : "annotation(");
        any = true;
    };
    auto const write_flag = [&](std::string_view name, std::optional<bool> value) {
        if (!value) return;
        next();
        out.write(name);
        out.write(*value ? " = true" : " = false");
    };
    if (writer.has_source(function.source)) {
        next();
        writer.write_source(function.source);
    }
    for (FlatDerivative const& derivative : function.derivatives) {
        next();
        write_derivative(writer, derivative);
    }
    if (!function.inverses.empty()) {
        next();
        ListWriter inverses(out, "inverse(", ")");
        for (FlatInverse const& inverse : function.inverses) {
            inverses.next();
            write_inverse(writer, inverse);
        }
    }
    write_flag("Inline", function.is_inline);
    write_flag("LateInline", function.is_late_inline);
    write_flag("GenerateEvents", function.generates_events);
    if (function.smooth_order) {
        next();
        out.write("smoothOrder = ");
        out.write_integer(*function.smooth_order);
    }
    if (any) out.write(");\n");
}

// `Library = "a"` or `Library = {"a", "b"}`
void write_texts(ClassWriter& writer, std::string_view key, std::vector<std::string> const& texts, ListWriter& list) {
    if (texts.empty()) return;
    list.add(key);
    writer.out.write(" = ");
    if (texts.size() > 1) writer.out.write('{');
    for (std::size_t i = 0; i < texts.size(); ++i) {
        if (i > 0) writer.out.write(", ");
        print_string_literal(writer.out, texts[i]);
    }
    if (texts.size() > 1) writer.out.write('}');
}

void write_external(ClassWriter& writer, FlatExternal const& external) {
    TextWriter& out = writer.out;
    out.indent();
    out.write("external");
    if (external.language) {
        out.write(' ');
        print_string_literal(out, writer.interner.text(external.language));
    }
    if (external.function) {
        out.write(' ');
        if (external.result) {
            writer.write_expr(external.result);
            out.write(" = ");
        }
        // The name in the other language is not a name of the model.
        out.write(writer.interner.text(external.function));
        out.write('(');
        for (std::size_t i = 0; i < external.arguments.size(); ++i) {
            if (i > 0) out.write(", ");
            writer.write_expr(external.arguments[i]);
        }
        out.write(')');
    }
    {
        ListWriter list(out, " annotation(", ")");
        write_texts(writer, "Include", external.includes, list);
        write_texts(writer, "Library", external.libraries, list);
        write_texts(writer, "IncludeDirectory", external.include_directories, list);
        write_texts(writer, "LibraryDirectory", external.library_directories, list);
        write_texts(writer, "SourceDirectory", external.source_directories, list);
    }
    out.write(";\n");
}

void write_variable_sizes(ClassWriter& writer, FunctionVariable const& variable) {
    if (variable.sizes.empty()) return write_sizes(writer.out, writer.exprs.types(), variable.type);
    ListWriter list(writer.out, "[", "]");
    for (ExprId const size : variable.sizes) {
        list.next();
        if (size) {
            writer.write_expr(size);
        } else {
            writer.out.write(':');
        }
    }
}

void write_function_variable(ClassWriter& writer, FunctionVariable const& variable) {
    writer.start_line(variable.source);
    switch (variable.role) {
        case FunctionRole::input: writer.out.write("input "); break;
        case FunctionRole::output: writer.out.write("output "); break;
        case FunctionRole::local: break;
    }
    write_type_name(writer.out, writer.exprs.types(), variable.type, writer.interner, writer.style);
    if (writer.sizes == SizePlace::behind_type) write_variable_sizes(writer, variable);
    writer.out.write(' ');
    writer.write_name(variable.name);
    if (writer.sizes == SizePlace::behind_name) write_variable_sizes(writer, variable);
    // The draft has no default arguments: what is bound to an input there means nothing, and every call has all.
    if (variable.binding && !(writer.is_strict && variable.role == FunctionRole::input)) {
        writer.out.write(" = ");
        writer.write_expr(variable.binding);
    }
    writer.end_line(variable.description, variable.source);
}

void write_enumeration(ClassWriter& writer, FlatType const& type) {
    TypeTable const& types = writer.exprs.types();
    TextWriter& out = writer.out;
    out.write("type ");
    writer.write_name(types.name(type.type));
    out.write(" = enumeration(");
    auto const literals = types.literals(type.type);
    for (std::size_t i = 0; i < literals.size(); ++i) {
        if (i > 0) out.write(", ");
        writer.write_name(literals[i]);
        if (i < type.member_descriptions.size()) {
            write_description(out, writer.interner, type.member_descriptions[i]);
        }
    }
    out.write(')');
    writer.end_line(type.description, type.source);
}

// `annotation(source = "…");` at the end of a class, where that says its place.
void write_class_source(ClassWriter& writer, SourceSpan source) {
    if (!writer.has_source(source)) return;
    writer.out.indent();
    writer.out.write("annotation(");
    writer.write_source(source);
    writer.out.write(");\n");
}

void write_record(ClassWriter& writer, FlatType const& type) {
    TypeTable const& types = writer.exprs.types();
    TextWriter& out = writer.out;
    out.write("record ");
    writer.write_name(types.name(type.type));
    write_description(out, writer.interner, type.description);
    out.write('\n');
    out.deeper();
    auto const fields = types.fields(type.type);
    for (std::size_t i = 0; i < fields.size(); ++i) {
        out.indent();
        write_type_name(out, types, fields[i].type, writer.interner, writer.style);
        if (writer.sizes == SizePlace::behind_type) write_sizes(out, types, fields[i].type);
        out.write(' ');
        writer.write_name(fields[i].name);
        if (writer.sizes == SizePlace::behind_name) write_sizes(out, types, fields[i].type);
        writer.end_line(i < type.member_descriptions.size() ? type.member_descriptions[i] : Symbol());
    }
    write_class_source(writer, type.source);
    out.shallower();
    out.indent();
    out.write("end ");
    writer.write_name(types.name(type.type));
    out.write(";\n");
}

// `function '-R' input Real 'a'; output 'R' _result('a' = 'a'); end '-R';`
void write_record_constructor(ClassWriter& writer, FlatType const& type) {
    TypeTable const& types = writer.exprs.types();
    Symbol const record = types.name(type.type);
    TextWriter& out = writer.out;
    out.indent();
    out.write("function ");
    writer.names.write_constructor(out, record);
    out.write('\n');
    out.deeper();
    for (RecordField const& field : types.fields(type.type)) {
        out.indent();
        out.write("input ");
        write_type_name(out, types, field.type, writer.interner, writer.style);
        write_sizes(out, types, field.type);
        out.write(' ');
        writer.write_name(field.name);
        out.write(";\n");
    }
    out.indent();
    out.write("output ");
    writer.write_name(record);
    out.write(" _result");
    {
        ListWriter list(out, "(", ")");
        for (RecordField const& field : types.fields(type.type)) {
            list.next();
            writer.write_name(field.name);
            out.write(" = ");
            writer.write_name(field.name);
        }
    }
    out.write(";\n");
    out.shallower();
    out.indent();
    out.write("end ");
    writer.names.write_constructor(out, record);
    out.write(";\n");
}

void write_function(ClassWriter& writer, FlatFunction const& function, std::string_view name);

// The places of an object's constructor and destructor among the functions, as far as they are there.
std::vector<std::size_t> functions_of(ClassWriter const& writer, FlatType const& object) {
    std::vector<std::size_t> places;
    std::string const name(writer.interner.text(writer.exprs.types().name(object.type)));
    for (char const* const part : {".constructor", ".destructor"}) {
        Symbol const wanted = writer.interner.find(name + part);
        for (std::size_t i = 0; wanted && i < writer.functions.size(); ++i) {
            if (writer.functions[i].name == wanted) places.push_back(i);
        }
    }
    return places;
}

// The draft has no form for these; this is what OpenModelica writes.
void write_external_object(ClassWriter& writer, FlatType const& type) {
    Symbol const name = writer.exprs.types().name(type.type);
    TextWriter& out = writer.out;
    out.write("class ");
    writer.write_name(name);
    write_description(out, writer.interner, type.description);
    out.write('\n');
    out.deeper();
    out.line("extends ExternalObject;");
    for (std::size_t const i : functions_of(writer, type)) {
        std::string_view const full = writer.interner.text(writer.functions[i].name);
        write_function(writer, writer.functions[i], full.substr(full.rfind('.') + 1));
    }
    write_class_source(writer, type.source);
    out.shallower();
    out.indent();
    out.write("end ");
    writer.write_name(name);
    out.write(";\n");
}

void write_function(ClassWriter& writer, FlatFunction const& function, std::string_view name) {
    TextWriter& out = writer.out;
    writer.start_line(function.source);
    if (function.purity == FlatPurity::impure) {
        out.write("impure ");
    } else if (writer.is_strict && function.external) {
        // Without a word an external function would count as impure.
        out.write("pure ");
    }
    out.write("function ");
    out.write(name);
    write_description(out, writer.interner, function.description);
    out.write('\n');
    out.deeper();
    for (FunctionVariable const& variable : function.variables) write_function_variable(writer, variable);
    out.shallower();
    if (!function.body.empty()) {
        out.line("algorithm");
        out.deeper();
        write_statements(writer, function.body, {});
        out.shallower();
    }
    if (function.external) write_external(writer, *function.external);
    out.deeper();
    write_function_annotation(writer, function);
    out.shallower();
    out.indent();
    out.write("end ");
    out.write(name);
    out.write(";\n");
}

void write_type(ClassWriter& writer, FlatType const& type) {
    writer.start_line(type.source);
    switch (writer.exprs.types().kind(type.type)) {
        case TypeKind::enumeration: return write_enumeration(writer, type);
        case TypeKind::record:
            write_record(writer, type);
            if (writer.is_strict) write_record_constructor(writer, type);
            return;
        case TypeKind::external_object: return write_external_object(writer, type);
        case TypeKind::unknown:
        case TypeKind::real:
        case TypeKind::integer:
        case TypeKind::boolean:
        case TypeKind::string:
        case TypeKind::clock:
        case TypeKind::array:
        case TypeKind::tuple: return;
    }
}

}  // namespace

FunctionOrder written_order(ClassWriter const& writer) {
    FunctionOrder order;
    std::vector<bool> is_inside(writer.functions.size());
    for (FlatType const& type : writer.types) {
        if (writer.exprs.types().kind(type.type) != TypeKind::external_object) continue;
        for (std::size_t const i : functions_of(writer, type)) {
            order.places.push_back(i);
            is_inside[i] = true;
        }
    }
    order.inside = order.places.size();
    for (std::size_t i = 0; i < writer.functions.size(); ++i) {
        if (!is_inside[i]) order.places.push_back(i);
    }
    return order;
}

void write_classes(ClassWriter& writer) {
    for (FlatType const& type : writer.types) write_type(writer, type);
    FunctionOrder const order = written_order(writer);
    for (std::size_t const i : std::span(order.places).subspan(order.inside)) {
        FlatFunction const& function = writer.functions[i];
        write_function(writer, function, identifier_text(writer.interner.text(function.name), writer.style));
    }
}

}  // namespace moo
