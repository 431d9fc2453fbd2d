#include "backends/xml/xml_definitions.h"

namespace moo {

namespace {

pugi::xml_node append_modified(pugi::xml_node parent, std::string_view ident) {
    pugi::xml_node const node = append_element(parent, "element_modification");
    append_attribute(node, "ident", ident);
    return append_element(node, "modification_equals");
}

}  // namespace

// ---- common parts ----------------------------------------------------------------------------------

void XmlDefinitions::append_place(pugi::xml_node node, SourceSpan source) const {
    if (!context_.files.has_place(source)) return;
    TextWriter place;
    context_.files.write_place(place, source);
    std::string_view rest = place.text();
    for (char const* const name : {"sfile", "sline", "scolumn"}) {
        std::size_t const colon = rest.find(':');
        append_attribute(node, name, rest.substr(0, colon));
        rest.remove_prefix(colon == std::string_view::npos ? rest.size() : colon + 1);
    }
}

void XmlDefinitions::append_comment(pugi::xml_node node, Symbol description) const {
    if (text(description).empty()) return;
    append_attribute(append_element(append_element(node, "comment"), "string_comment"), "value", text(description));
}

void XmlDefinitions::append_modification(pugi::xml_node parent, std::string_view ident, ExprId value) {
    expressions_.append(append_modified(parent, ident), value);
}

void XmlDefinitions::append_modification(pugi::xml_node parent, std::string_view ident, double value) {
    append_real(append_modified(parent, ident), value);
}

std::string_view XmlDefinitions::type_name(TypeId type) const {
    TypeTable const& types = exprs_.types();
    TypeId const element = types.element(type);
    switch (types.kind(element)) {
        case TypeKind::real: return "Real";
        case TypeKind::integer: return "Integer";
        case TypeKind::boolean: return "Boolean";
        case TypeKind::string: return "String";
        case TypeKind::clock: return "Clock";
        case TypeKind::enumeration:
        case TypeKind::record:
        case TypeKind::external_object: return text(types.name(element));
        case TypeKind::unknown:
        case TypeKind::array:
        case TypeKind::tuple: break;  // these types have no declarations
    }
    return "";
}

pugi::xml_node XmlDefinitions::append_definition(pugi::xml_node parent, Symbol name, std::string_view restriction,
                                                 Symbol description, SourceSpan source) const {
    pugi::xml_node const node = append_element(parent, "definition");
    append_attribute(node, "ident", text(name));
    append_attribute(node, "restriction", restriction);
    append_place(node, source);
    append_comment(node, description);
    return node;
}

pugi::xml_node XmlDefinitions::append_component(pugi::xml_node parent, Symbol name, TypeId type) const {
    pugi::xml_node const node = append_element(parent, "component");
    append_attribute(node, "ident", text(name));
    append_attribute(node, "type", type_name(type));
    return node;
}

void XmlDefinitions::append_sizes(pugi::xml_node component, TypeId type) const {
    auto const dims = exprs_.types().dims(type);
    if (dims.empty()) return;
    pugi::xml_node const sizes = append_element(component, "array_subscripts");
    for (std::int64_t const size : dims) {
        if (size == TypeTable::unknown_size) {
            static_cast<void>(append_element(sizes, "colon"));
        } else {
            append_literal(sizes, "integer_literal", std::to_string(size));
        }
    }
}

// ---- types and variables -----------------------------------------------------------------------------

void XmlDefinitions::append_type(pugi::xml_node parent, FlatType const& type) {
    TypeRow const row = type_row(context_.document, type);
    switch (row.kind) {
        case DeclaredKind::enumeration: {
            pugi::xml_node const node = append_definition(parent, row.name, "type", row.description, row.source);
            pugi::xml_node const list = append_element(node, "enumeration");
            for (TypeMember const& member : row.members) {
                pugi::xml_node const literal = append_element(list, "enumeration_literal");
                append_attribute(literal, "ident", text(member.name));
                append_comment(literal, member.description);
            }
            return;
        }
        case DeclaredKind::record: {
            pugi::xml_node const node = append_definition(parent, row.name, "record", row.description, row.source);
            for (TypeMember const& member : row.members) {
                pugi::xml_node const component = append_component(node, member.name, member.type);
                append_comment(component, member.description);
                append_sizes(component, member.type);
            }
            return;
        }
        case DeclaredKind::external_object: {
            pugi::xml_node const node = append_definition(parent, row.name, "class", row.description, row.source);
            append_attribute(append_element(node, "extends"), "type", "ExternalObject");
            return;
        }
    }
}

void XmlDefinitions::append_variable(pugi::xml_node parent, VarId id) {
    Variable const& variable = context_.document.variables[id];
    VariableFacts const& facts = context_.document.facts[id];
    pugi::xml_node const node = append_component(parent, variable.name, variable.type);
    append_attribute(node, "visibility", variable.is_protected ? "protected" : "public");
    append_attribute(node, "role", name_of_value(facts.role));
    if (variable.variability != Variability::continuous) {
        append_attribute(node, "variability", name_of_value(variable.variability));
    }
    if (variable.causality != Causality::local) append_attribute(node, "direction", name_of_value(variable.causality));
    if (variable.connector_role != ConnectorRole::none) {
        append_attribute(node, "connector", name_of_value(variable.connector_role));
    }
    append_flag(node, "final", variable.is_final);
    append_flag(node, "evaluated", variable.is_evaluated);
    append_flag(node, "package_constant", variable.is_package_constant);
    append_flag(node, "hide_result", variable.hide_result);
    if (variable.instance) append_attribute(node, "instance", text(variable.instance));
    if (facts.derivative_of) {
        append_attribute(node, "derivative_of", text(context_.document.variables[facts.derivative_of].name));
    }
    if (facts.start_priority != 0) append_attribute(node, "start_priority", std::to_string(facts.start_priority));
    if (!facts.start_origin.empty()) append_attribute(node, "start_origin", facts.start_origin);
    append_place(node, variable.source);
    append_comment(node, variable.description);
    append_sizes(node, variable.type);
    pugi::xml_node arguments;
    for (std::size_t i = 0; i < attribute_count; ++i) {
        if (!variable.attributes[i]) continue;
        if (!arguments) arguments = append_element(node, "modification_arguments");
        append_modification(arguments, attribute_name(static_cast<Attribute>(i)), variable.attributes[i]);
    }
    if (variable.binding) expressions_.append(append_element(node, "modification_equals"), variable.binding);
}

// ---- functions -----------------------------------------------------------------------------------------

void XmlDefinitions::append_function(pugi::xml_node parent, FlatFunction const& function) {
    pugi::xml_node const node =
        append_definition(parent, function.name, "function", function.description, function.source);
    append_attribute(node, "purity", name_of_value(function.purity));
    for (FunctionVariable const& variable : function.variables) append_function_variable(node, variable);
    append_statements(node, function.body);
    if (function.external) append_external(node, *function.external);
    append_function_annotation(node, function);
}

void XmlDefinitions::append_function_variable(pugi::xml_node parent, FunctionVariable const& variable) {
    pugi::xml_node const node = append_component(parent, variable.name, variable.type);
    append_attribute(node, "visibility", variable.role == FunctionRole::local ? "protected" : "public");
    if (variable.role != FunctionRole::local) append_attribute(node, "direction", name_of_value(variable.role));
    append_place(node, variable.source);
    append_comment(node, variable.description);
    if (variable.sizes.empty()) {
        append_sizes(node, variable.type);
    } else {
        pugi::xml_node const sizes = append_element(node, "array_subscripts");
        for (ExprId const size : variable.sizes) {
            if (size) {
                expressions_.append(sizes, size);
            } else {
                static_cast<void>(append_element(sizes, "colon"));
            }
        }
    }
    if (variable.binding) expressions_.append(append_element(node, "modification_equals"), variable.binding);
}

void XmlDefinitions::append_external(pugi::xml_node parent, FlatExternal const& external) {
    pugi::xml_node node = append_element(parent, "external");
    if (external.language) append_attribute(node, "language_specification", text(external.language));
    if (external.function) append_attribute(node, "ident", text(external.function));
    if (external.result) expressions_.append(append_element(node, "external_equal"), external.result);
    if (!external.arguments.empty()) {
        pugi::xml_node const list = append_element(node, "expression_list");
        for (ExprId const argument : external.arguments) expressions_.append(list, argument);
    }
    pugi::xml_node const annotation = append_element(node, "annotation");
    auto const append_texts = [&](std::string_view ident, std::vector<std::string> const& texts) {
        for (std::string const& each : texts)
            append_literal(append_modified(annotation, ident), "string_literal", each);
    };
    append_texts("Include", external.includes);
    append_texts("Library", external.libraries);
    append_texts("IncludeDirectory", external.include_directories);
    append_texts("LibraryDirectory", external.library_directories);
    append_texts("SourceDirectory", external.source_directories);
    if (!annotation.first_child()) node.remove_child(annotation);
}

void XmlDefinitions::append_function_annotation(pugi::xml_node parent, FlatFunction const& function) {
    pugi::xml_node const annotation = append_element(parent, "annotation");
    auto const append_function_name = [&](pugi::xml_node equals, Symbol name) {
        pugi::xml_node const reference = append_element(equals, "component_reference");
        append_attribute(reference, "ident", text(name));
        append_attribute(reference, "scope", "function");
    };
    auto const append_local = [&](pugi::xml_node list, Symbol name) {
        pugi::xml_node const reference = append_element(list, "component_reference");
        append_attribute(reference, "ident", text(name));
        append_attribute(reference, "scope", "local");
    };
    for (FlatDerivative const& derivative : function.derivatives) {
        pugi::xml_node const node = append_element(annotation, "element_modification");
        append_attribute(node, "ident", "derivative");
        pugi::xml_node const arguments = append_element(node, "modification_arguments");
        append_literal(append_modified(arguments, "order"), "integer_literal", std::to_string(derivative.order));
        for (Symbol const name : derivative.zero_derivative)
            append_local(append_modified(arguments, "zeroDerivative"), name);
        for (Symbol const name : derivative.no_derivative)
            append_local(append_modified(arguments, "noDerivative"), name);
        append_function_name(append_element(node, "modification_equals"), derivative.function);
    }
    for (FlatInverse const& inverse : function.inverses) {
        pugi::xml_node const node = append_element(annotation, "element_modification");
        append_attribute(node, "ident", "inverse");
        pugi::xml_node const equals =
            append_modified(append_element(node, "modification_arguments"), text(inverse.input));
        pugi::xml_node const call = expressions_.append_call(equals, "call", text(inverse.function), "function");
        for (Symbol const name : inverse.arguments) append_local(call, name);
    }
    auto const append_truth = [&](std::string_view ident, std::optional<bool> value) {
        if (value) append_literal(append_modified(annotation, ident), "bool_literal", *value ? "true" : "false");
    };
    append_truth("Inline", function.is_inline);
    append_truth("LateInline", function.is_late_inline);
    append_truth("GenerateEvents", function.generates_events);
    if (function.smooth_order) {
        append_literal(append_modified(annotation, "smoothOrder"), "integer_literal",
                       std::to_string(*function.smooth_order));
    }
    if (!annotation.first_child()) parent.remove_child(annotation);
}

// ---- statements ----------------------------------------------------------------------------------------

// Recursive: the reader limits how deep statements nest.
void XmlDefinitions::append_statements(pugi::xml_node parent, std::vector<FlatStatement> const& statements) {
    for (FlatStatement const& statement : statements) append_statement(parent, statement);
}

void XmlDefinitions::append_statement(pugi::xml_node parent, FlatStatement const& statement) {
    pugi::xml_node const node = append_element(parent, "algorithm");
    append_place(node, statement.source);
    switch (statement.kind) {
        case FlatStatementKind::assignment: {
            pugi::xml_node const assign = append_element(node, "alg_assign");
            expressions_.append(assign, statement.a);
            expressions_.append(assign, statement.b);
            break;
        }
        case FlatStatementKind::call: expressions_.append(append_element(node, "alg_call"), statement.a); break;
        case FlatStatementKind::reinit: append_effect(node, "reinit", statement); break;
        case FlatStatementKind::assertion: append_effect(node, "assert", statement); break;
        case FlatStatementKind::terminate: append_effect(node, "terminate", statement); break;
        case FlatStatementKind::if_: append_branches(node, statement, "alg_if", "alg_elseif"); break;
        case FlatStatementKind::when: append_branches(node, statement, "alg_when", "alg_elsewhen"); break;
        case FlatStatementKind::for_: {
            pugi::xml_node const loop = append_element(node, "alg_for");
            pugi::xml_node const index = append_element(append_element(loop, "for_indices"), "for_index");
            append_attribute(index, "ident", text(statement.iterator));
            if (statement.a) expressions_.append(index, statement.a);
            for (FlatStatementBranch const& branch : statement.branches) append_statements(loop, branch.body);
            break;
        }
        case FlatStatementKind::while_: {
            pugi::xml_node const loop = append_element(node, "alg_while");
            expressions_.append(loop, statement.a);
            for (FlatStatementBranch const& branch : statement.branches) append_statements(loop, branch.body);
            break;
        }
        case FlatStatementKind::break_: static_cast<void>(append_element(node, "alg_break")); break;
        case FlatStatementKind::return_: static_cast<void>(append_element(node, "alg_return")); break;
    }
    append_comment(node, statement.description);
}

void XmlDefinitions::append_effect(pugi::xml_node algorithm, std::string_view function,
                                   FlatStatement const& statement) {
    pugi::xml_node const arguments =
        expressions_.append_call(append_element(algorithm, "alg_call"), "call", function, "predefined");
    for (ExprId const argument : {statement.a, statement.b, statement.c}) {
        if (argument) expressions_.append(arguments, argument);
    }
}

// if a then … elseif b then … else …: the first condition belongs to the clause itself.
void XmlDefinitions::append_branches(pugi::xml_node algorithm, FlatStatement const& statement, char const* first,
                                     char const* other) {
    pugi::xml_node const clause = append_element(algorithm, first);
    bool is_first = true;
    for (FlatStatementBranch const& branch : statement.branches) {
        if (!branch.condition) {
            append_statements(append_element(clause, "alg_else"), branch.body);
            continue;
        }
        pugi::xml_node const holder = is_first ? clause : append_element(clause, other);
        expressions_.append(holder, branch.condition);
        append_statements(append_element(holder, "alg_then"), branch.body);
        is_first = false;
    }
}

}  // namespace moo
