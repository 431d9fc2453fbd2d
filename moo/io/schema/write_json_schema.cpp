#include <map>
#include <nlohmann/json.hpp>

#include "moo/io/document/expression_names.h"
#include "moo/io/document/remembered.h"
#include "moo/io/document/version.h"
#include "moo/io/schema/document_shape.h"
#include "moo/io/schema/write_schema.h"

namespace moo {

namespace {

using Json = nlohmann::ordered_json;

Json reference(std::string const& key) { return {{"$ref", "#/$defs/" + key}}; }

Json list_of(Json items) { return {{"type", "array"}, {"items", std::move(items)}}; }

Json value_schema(DocumentShape const& shape, FieldShape const& field) {
    switch (field.value) {
        case ValueShape::boolean: return {{"type", "boolean"}};
        case ValueShape::integer:
            if (field.has_lowest) return {{"type", "integer"}, {"minimum", field.lowest}};
            return {{"type", "integer"}};
        case ValueShape::index: return reference("index");
        case ValueShape::real: return {{"type", "number"}};
        case ValueShape::text: return {{"type", "string"}};
        case ValueShape::name: return reference("name");
        case ValueShape::enumeration: {
            Json names = Json::array();
            for (std::string_view const name : field.names) names.push_back(name);
            return {{"enum", std::move(names)}};
        }
        case ValueShape::expression:
            // In a list some may be missing.
            return field.is_list ? Json{{"$ref", "#/$defs/expressionOrNull"}} : reference("expression");
        case ValueShape::target: return reference("target");
        case ValueShape::variable: return reference("name");
        case ValueShape::type: return reference("valueType");
        case ValueShape::place: return reference("place");
        case ValueShape::row: return reference(shape.rows[field.row].key);
    }
    return {};
}

Json field_schema(DocumentShape const& shape, FieldShape const& field) {
    Json schema = value_schema(shape, field);
    return field.is_list ? list_of(std::move(schema)) : schema;
}

Json object_schema(DocumentShape const& shape, std::vector<FieldShape> const& fields) {
    Json properties = Json::object();
    Json required = Json::array();
    for (FieldShape const& field : fields) {
        properties[std::string(field.name)] = field_schema(shape, field);
        if (field.is_required) required.push_back(field.name);
    }
    Json schema{{"type", "object"}, {"properties", std::move(properties)}};
    if (!required.empty()) schema["required"] = std::move(required);
    schema["additionalProperties"] = false;
    return schema;
}

// ---- expressions -----------------------------------------------------------------------------------

// If a list begins with one of the words, the rest of it is as `rest` says.
Json if_begins(Json words, Json rest) {
    Json const head{{"prefixItems", Json::array({Json{{"enum", std::move(words)}}})}};
    return {{"if", head}, {"then", std::move(rest)}};
}

// An operation of this form, which may have its type as the last member.
Json with_type(Json form) {
    Json const has_type{{"contains", {{"type", "object"}}}};
    Json typed = Json::object();
    Json plain = Json::object();
    for (char const* const bound : {"minItems", "maxItems"}) {
        if (!form.contains(bound)) continue;
        plain[bound] = form[bound];
        typed[bound] = form[bound].get<std::size_t>() + 1;
        form.erase(bound);
    }
    form["if"] = has_type;
    form["then"] = std::move(typed);
    form["else"] = std::move(plain);
    return form;
}

// A list of exactly these after its word.
Json exactly(std::vector<Json> items) {
    Json prefix = Json::array({true});
    for (Json& item : items) prefix.push_back(std::move(item));
    std::size_t const size = prefix.size();
    return {{"prefixItems", std::move(prefix)}, {"minItems", size}, {"maxItems", size}};
}

Json operands(Json prefix, Arity arity) {
    std::size_t const others = prefix.size();
    Json schema{{"prefixItems", std::move(prefix)}, {"items", reference("operand")}};
    if (arity.fewest + others > 1) schema["minItems"] = arity.fewest + others;
    if (arity.most != Arity::many) schema["maxItems"] = arity.most + others;
    return with_type(std::move(schema));
}

Json application_schema() {
    Json const expression = reference("expression");
    Json const name = reference("name");
    Json const text{{"type", "string"}};
    Json reductions = Json::array();
    for (Reduction const each :
         {Reduction::sum, Reduction::product, Reduction::min, Reduction::max, Reduction::array}) {
        reductions.push_back(reduction_name(each));
    }
    Json const iterator{
        {"type", "array"}, {"prefixItems", Json::array({name, expression})}, {"minItems", 2}, {"maxItems", 2}};
    Json const reduction{{"prefixItems", Json::array({true, Json{{"enum", reductions}}, expression})},
                         {"items", {{"if", {{"type", "object"}}}, {"then", reference("operand")}, {"else", iterator}}},
                         {"minItems", 4}};
    Json output = exactly({reference("index"), expression});
    output["items"] = reference("operand");

    Json forms = Json::array();
    forms.push_back(if_begins({"string"}, exactly({text})));
    forms.push_back(if_begins({"shared"}, exactly({reference("index")})));
    forms.push_back(if_begins({"local"}, exactly({name})));
    forms.push_back(if_begins({"enum"}, exactly({name, name})));
    forms.push_back(if_begins({"call", "record"}, operands(Json::array({true, name}), {0, Arity::many})));
    forms.push_back(if_begins({"field"}, exactly({expression, name})));
    forms.push_back(if_begins({"output"}, with_type(output)));
    forms.push_back(if_begins({"reduction"}, with_type(reduction)));
    forms.push_back(if_begins({"int"}, exactly({Json{{"type", "integer"}}})));
    Json remembered = Json::array();
    for (RememberedKind const kind : {RememberedKind::relation, RememberedKind::sampling, RememberedKind::delayed,
                                      RememberedKind::transported}) {
        remembered.push_back(word_of(kind));
    }
    forms.push_back(if_begins(remembered, exactly({reference("index"), expression})));
    Json words{"string", "shared", "local", "enum", "call", "record", "field", "output", "reduction", "int"};
    for (Json const& word : remembered) words.push_back(word);

    // The operators and built-in functions, by how many operands they take.
    std::map<std::pair<std::size_t, std::size_t>, Json> by_arity;
    for (std::string_view const word : all_operators()) {
        Arity const arity = operator_arity(word);
        by_arity[{arity.fewest, arity.most}].push_back(word);
        words.push_back(word);
    }
    for (auto& [arity, group] : by_arity) {
        forms.push_back(if_begins(group, operands(Json::array({true}), {arity.first, arity.second})));
    }
    return {{"description", "An operator or a function and what it is applied to: [\"+\", 1.0, \"x\"]."},
            {"type", "array"},
            {"minItems", 1},
            {"prefixItems", Json::array({Json{{"enum", std::move(words)}}})},
            {"allOf", std::move(forms)}};
}

Json expression_schema() {
    return {{"description", "A Real number, true or false, the name of a variable, or an application."},
            {"type", Json::array({"number", "boolean", "string", "array"})},
            {"if", {{"type", "array"}}},
            {"then", reference("application")}};
}

Json definitions(DocumentShape const& shape) {
    Json result = Json::object();
    result["name"] = {
        {"description", "Printable ASCII characters, and control characters that Modelica has an escape for."},
        {"type", "string"},
        {"pattern", "^[\\u0007-\\u000d\\u0020-\\u007e]+$"}};
    result["index"] = {
        {"description", "A place in another list; the first is 1."}, {"type", "integer"}, {"minimum", 1}};
    result["typeName"] = {
        {"description", "Real, Integer, Boolean, String, Clock or the name of a declared type, without quotes."},
        {"type", "string"},
        {"minLength", 1}};
    result["valueType"] = {
        {"description",
         "The name of a type, or the element type and the sizes of an array; null is a size that is not "
         "known during translation."},
        {"if", {{"type", "object"}}},
        {"then",
         {{"properties",
           {{"element", reference("typeName")},
            {"sizes",
             {{"type", "array"},
              {"minItems", 1},
              {"items", {{"type", Json::array({"integer", "null"})}, {"minimum", 0}}}}}}},
          {"required", Json::array({"element", "sizes"})},
          {"additionalProperties", false}}},
        {"else", reference("typeName")}};
    result["operand"] = {{"description", "An expression, or, as the last member of an operation, its type."},
                         {"if", {{"type", "object"}}},
                         {"then",
                          {{"properties", {{"type", reference("valueType")}}},
                           {"required", Json::array({"type"})},
                           {"additionalProperties", false}}},
                         {"else", reference("expression")}};
    result["reference"] = {
        {"description", "A variable, an element of an array or a field of a record."},
        {"if", {{"type", "array"}}},
        {"then",
         {{"prefixItems", Json::array({Json{{"enum", Json::array({"subscript", "field"})}}, reference("reference")})},
          {"minItems", 3},
          {"allOf", Json::array({reference("application")})}}},
        {"else", reference("name")}};
    Json const past{{"prefixItems", Json::array({true, reference("reference")})}, {"minItems", 2}, {"maxItems", 2}};
    result["target"] = {
        {"description", "What an equation determines: x, [\"der\", x], [\"pre\", x] or [\"previous\", x]."},
        {"if",
         {{"prefixItems", Json::array({Json{{"enum", Json::array({"der", "pre", "previous"})}}})}, {"type", "array"}}},
        {"then", past},
        {"else", reference("reference")}};
    result["place"] = {{"description", "file:line:column; the file is its number in `files`."},
                       {"type", "string"},
                       {"pattern", "^[1-9][0-9]*:[1-9][0-9]*:[1-9][0-9]*$"}};
    result["expression"] = expression_schema();
    result["expressionOrNull"] = {{"if", {{"type", "null"}}}, {"else", reference("expression")}};
    result["application"] = application_schema();
    for (RowShape const& row : shape.rows) result[row.key] = object_schema(shape, row.fields);
    return result;
}

}  // namespace

std::string write_json_schema() {
    DocumentShape const shape = document_shape();
    std::string_view const major = moo_format_version.substr(0, moo_format_version.find('.'));
    Json schema;
    schema["$schema"] = "https://json-schema.org/draft/2020-12/schema";
    schema["title"] = "MOO " + std::string(moo_format_version) + ", in JSON";
    schema["description"] = "Made by `moconv --schema json`. docs/moo.md tells what the fields mean.";
    Json document = object_schema(shape, shape.sections);
    Json properties{{"moo", {{"type", "string"}, {"pattern", "^" + std::string(major) + "\\.[0-9]+\\.[0-9]+$"}}}};
    properties.update(document["properties"]);
    document["properties"] = std::move(properties);
    document["required"].insert(document["required"].begin(), "moo");
    schema.update(document);
    schema["$defs"] = definitions(shape);
    return schema.dump(2) + "\n";
}

}  // namespace moo
