#include "backends/cpp/emit_external.h"

#include "backends/common/c_text.h"
#include "backends/cpp/emit_functions.h"

namespace moo {

namespace {

char const* c_type(ScalarType type) {
    switch (type) {
        case ScalarType::real: return "double";
        case ScalarType::integer:
        case ScalarType::boolean: return "int";
        case ScalarType::text: return "char const*";
        case ScalarType::object: return "void*";
    }
    return "";
}

bool is_by_address(ProgramExternal const& external, ProgramExternalArgument const& argument) {
    return external.is_fortran || argument.is_written || argument.is_structure || argument.item.is_array;
}

std::string argument_type(ProgramExternal const& external, ProgramExternalArgument const& argument) {
    if (is_by_address(external, argument)) return "void*";
    return argument.is_size ? "size_t" : c_type(argument.type);
}

std::string structure(ProgramExternalArgument const& argument) {
    std::string made = "struct {";
    for (std::size_t i = 0; i < argument.members.size(); ++i) {
        made += std::string(i == 0 ? "" : " ") + c_type(argument.members[i].type) + " m" + std::to_string(i) + ";";
    }
    return made + "}";
}

// Converts a number of the program to a value of C.
std::string given(std::string const& value, ScalarType type, std::string const& place) {
    switch (type) {
        case ScalarType::real: return value;
        case ScalarType::integer: return "moo_c_int(" + value + ", " + place + ")";
        case ScalarType::boolean: return "int(" + value + ")";
        case ScalarType::text: return "moo_text_of(" + value + ")";
        case ScalarType::object: return "moo_address(" + value + ")";
    }
    return value;
}

std::string taken(std::string const& value, ScalarType type, std::string const& place) {
    switch (type) {
        case ScalarType::real:
        case ScalarType::integer: return value;
        case ScalarType::boolean: return value + " != 0";
        case ScalarType::text: return "moo_take_text(" + value + ", " + place + ")";
        case ScalarType::object: return "moo_take_object(" + value + ", " + place + ")";
    }
    return value;
}

std::string array_given(std::string const& array, ScalarType type, bool is_fortran, std::string const& place) {
    switch (type) {
        case ScalarType::real:
            return is_fortran ? "memory.columns(" + array + ")" : "const_cast<double*>(" + array + ".data())";
        case ScalarType::integer:
        case ScalarType::boolean:
            return (is_fortran ? "memory.integer_columns(" : "memory.integers(") + array + ", " + place + ")";
        case ScalarType::text:
        case ScalarType::object: return "memory.texts(" + array + ")";
    }
    return array;
}

}  // namespace

bool needs_snippet(ProgramExternal const& external) { return !external.is_fortran && !external.code->includes.empty(); }

std::string external_symbol(ProgramExternal const& external, Interner const& interner, std::size_t function) {
    std::string name(interner.text(external.code->function));
    if (needs_snippet(external)) return "moo_external_" + std::to_string(function) + "_" + name;
    if (!external.is_fortran) return name;
    for (char& c : name) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    return name + "_";
}

// The name in C++ is our own, because two functions of a model may declare the same C function in different ways.
void emit_external_declaration(TextWriter& out, Program const&, ProgramFunction const& function,
                               Interner const& interner, std::size_t number) {
    ProgramExternal const& external = *function.external;
    std::string const name = "external_" + std::to_string(number);
    std::string parameters;
    auto const add = [&](std::string const& type) { parameters += (parameters.empty() ? "" : ", ") + type; };
    std::string result = "void";
    if (external.result) {
        bool const is_structure = external.result->is_structure;
        if (is_structure && needs_snippet(external)) {
            add("void*");
        } else if (is_structure) {
            result = name + "_result";
            std::string const body = structure(*external.result);
            out.line("struct " + result + body.substr(6) + ";");
        } else {
            result = c_type(external.result->type);
        }
    }
    for (ProgramExternalArgument const& argument : external.arguments) add(argument_type(external, argument));
    for (ProgramExternalArgument const& argument : external.arguments) {
        if (external.is_fortran && argument.type == ScalarType::text) add("size_t");
    }
    out.line("extern \"C\" " + result + " " + name + "(" + parameters + ") __asm__(" +
             c_string_literal(external_symbol(external, interner, number)) + ");");
}

void emit_external_call(TextWriter& out, Program const& program, ProgramFunction const& function,
                        FunctionNames const& names, Interner const&,
                        std::function<std::string(ProgramExpr)> const& text) {
    (void)program;
    ProgramExternal const& external = *function.external;
    std::string const number = names.places().substr(std::string("places_").size());
    std::string const place = names.places() + "[0]";
    auto const value = [&](ProgramExternalArgument const& argument) {
        return argument.is_written ? names.scalar(argument.item.index) : text(argument.item.index);
    };
    out.line("[[maybe_unused]] MooMemory memory;");
    out.line("struct Call {");
    std::string arguments;
    std::string lengths;
    for (std::size_t i = 0; i < external.arguments.size(); ++i) {
        ProgramExternalArgument const& argument = external.arguments[i];
        std::string const a = "a" + std::to_string(i);
        bool const is_content = is_by_address(external, argument) && !argument.item.is_array &&
                                !(external.is_fortran && argument.type == ScalarType::text && !argument.is_structure);
        std::string const type = argument.is_structure                      ? structure(argument)
                                 : argument.item.is_array                   ? "void*"
                                 : argument.is_size && !external.is_fortran ? "size_t"
                                                                            : c_type(argument.type);
        out.line("  " + type + " " + a + ";");
        std::string const used = is_content ? "&c." + a
                                 : external.is_fortran && argument.type == ScalarType::text
                                     ? "const_cast<char*>(c." + a + ")"
                                     : "c." + a;
        arguments += (arguments.empty() ? "" : ", ") + used;
        if (external.is_fortran && argument.type == ScalarType::text) lengths += ", __builtin_strlen(c." + a + ")";
    }
    bool const by_pointer = external.result && external.result->is_structure && needs_snippet(external);
    std::string call = "external_" + number + "(" + (by_pointer ? "&c.result" : "") +
                       (by_pointer && !arguments.empty() ? ", " : "") + arguments + lengths + ")";
    if (external.result) {
        std::string const type = !external.result->is_structure ? c_type(external.result->type)
                                 : by_pointer                   ? structure(*external.result)
                                                                : "external_" + number + "_result";
        out.line("  " + type + " result;");
    }
    out.line("} call;");
    for (std::size_t i = 0; i < external.arguments.size(); ++i) {
        ProgramExternalArgument const& argument = external.arguments[i];
        std::string const a = "call.a" + std::to_string(i);
        for (std::size_t k = 0; k < argument.members.size(); ++k) {
            out.line(a + ".m" + std::to_string(k) + " = " +
                     given(value(argument.members[k]), argument.members[k].type, place) + ";");
        }
        if (argument.is_structure) continue;
        if (argument.item.is_array) {
            out.line(a + " = " +
                     array_given(names.array(argument.item.index), argument.type, external.is_fortran, place) + ";");
        } else if (argument.is_size && !external.is_fortran) {
            out.line(a + " = size_t(" + value(argument) + ");");
        } else {
            out.line(a + " = " + given(value(argument), argument.type, place) + ";");
        }
    }
    out.line("moo_call_external(m, [](void* data) {");
    out.line("  [[maybe_unused]] Call& c = *static_cast<Call*>(data);");
    out.line("  " + std::string(external.result && !by_pointer ? "c.result = " : "") + call + ";");
    out.line("}, &call, " + place + ");");
    auto const take = [&](ProgramExternalArgument const& argument, std::string const& from) {
        for (std::size_t k = 0; k < argument.members.size(); ++k) {
            out.line(names.scalar(argument.members[k].item.index) + " = " +
                     taken(from + ".m" + std::to_string(k), argument.members[k].type, place) + ";");
        }
        if (argument.is_structure) return;
        if (!argument.item.is_array) {
            out.line(names.scalar(argument.item.index) + " = " + taken(from, argument.type, place) + ";");
            return;
        }
        std::string const array = names.array(argument.item.index);
        switch (argument.type) {
            case ScalarType::real:
                if (external.is_fortran)
                    out.line("moo_take_columns(" + array + ", static_cast<double*>(" + from + "));");
                return;
            case ScalarType::integer:
            case ScalarType::boolean:
                out.line((external.is_fortran ? "moo_take_integer_columns(" : "moo_take_integers(") + array +
                         ", static_cast<int*>(" + from + "));");
                return;
            case ScalarType::text:
            case ScalarType::object:
                out.line("moo_take_texts(" + array + ", static_cast<char const**>(" + from + "), " + place + ");");
                return;
        }
    };
    if (external.result) take(*external.result, "call.result");
    for (std::size_t i = 0; i < external.arguments.size(); ++i) {
        if (external.arguments[i].is_written) take(external.arguments[i], "call.a" + std::to_string(i));
    }
}

}  // namespace moo
