#include "moo/base/text_writer.h"
#include "moo/io/document/expression_names.h"
#include "moo/io/document/remembered.h"
#include "moo/io/document/version.h"
#include "moo/io/schema/document_shape.h"
#include "moo/io/schema/write_schema.h"
#include "moo/io/xml/xml_text.h"

namespace moo {

namespace {

// Lists of numbers and single values are attributes, as in the writer of XML files.
bool is_attribute(FieldShape const& field) {
    switch (field.value) {
        case ValueShape::expression:
        case ValueShape::target:
        case ValueShape::row: return false;
        case ValueShape::integer:
        case ValueShape::index:
        case ValueShape::real: return true;
        case ValueShape::boolean:
        case ValueShape::text:
        case ValueShape::name:
        case ValueShape::enumeration:
        case ValueShape::variable:
        case ValueShape::type:
        case ValueShape::place: break;
    }
    return !field.is_list;
}

class SchemaWriter {
public:
    std::string run() {
        out_.line("<?xml version=\"1.0\" encoding=\"UTF-8\"?>");
        open("xs:schema", {{"xmlns:xs", "http://www.w3.org/2001/XMLSchema"}});
        open("xs:annotation");
        out_.line("<xs:documentation>MOO " + std::string(moo_format_version) +
                  ", in XML. Made by `moconv --schema xsd`; " +
                  "docs/moo.md tells what the fields mean.</xs:documentation>");
        close("xs:annotation");
        write_document();
        for (RowShape const& row : shape_.rows) {
            open("xs:complexType", {{"name", row.key}});
            write_fields(row.fields, false);
            close("xs:complexType");
        }
        write_lists();
        write_values();
        write_expressions();
        close("xs:schema");
        return out_.take();
    }

private:
    using Attributes = std::vector<std::pair<std::string_view, std::string>>;

    // ---- lines ----

    void tag(std::string_view name, Attributes const& attributes, std::string_view end) {
        out_.indent();
        out_.write('<');
        out_.write(name);
        for (auto const& [attribute, value] : attributes) write_xml_attribute(out_, attribute, value);
        out_.write(end);
        out_.write('\n');
    }
    void open(std::string_view name, Attributes const& attributes = {}) {
        tag(name, attributes, ">");
        out_.deeper();
    }
    void leaf(std::string_view name, Attributes const& attributes) { tag(name, attributes, "/>"); }
    void close(std::string_view name) {
        out_.shallower();
        out_.line("</" + std::string(name) + ">");
    }
    // A pattern has backslashes, which the texts of MOO files write twice.
    void facet(std::string_view name, std::string_view value) {
        out_.line("<xs:" + std::string(name) + " value=\"" + std::string(value) + "\"/>");
    }

    // ---- rows ----

    void write_document() {
        open("xs:element", {{"name", "moo"}});
        open("xs:complexType");
        write_fields(shape_.sections, true);
        close("xs:complexType");
        close("xs:element");
    }

    // Sections have an order; the fields of a row have none.
    void write_fields(std::vector<FieldShape> const& fields, bool is_document) {
        bool has_children = false;
        for (FieldShape const& field : fields) {
            has_children = has_children || !is_attribute(field) || field.value == ValueShape::type;
        }
        std::string_view const group = is_document ? "xs:sequence" : "xs:all";
        if (has_children) open(group);
        for (FieldShape const& field : fields) {
            if (!is_attribute(field)) write_child(field);
            // The type of an array has sizes; that of anything else is an attribute.
            if (field.value == ValueShape::type) {
                leaf("xs:element", {{"name", std::string(field.name)}, {"type", "arrayType"}, {"minOccurs", "0"}});
            }
        }
        if (has_children) close(group);
        if (is_document) leaf("xs:attribute", {{"name", "version"}, {"type", "version"}, {"use", "required"}});
        for (FieldShape const& field : fields) {
            if (is_attribute(field)) write_attribute(field);
        }
    }

    void write_child(FieldShape const& field) {
        Attributes attributes{{"name", std::string(field.name)}, {"type", child_type(field)}};
        if (!field.is_required) attributes.push_back({"minOccurs", "0"});
        leaf("xs:element", attributes);
    }
    std::string child_type(FieldShape const& field) {
        if (field.value == ValueShape::expression) return field.is_list ? "expressions" : "expression";
        if (field.value == ValueShape::target) return "target";
        if (field.value == ValueShape::enumeration) return std::string(field.name) + ".items";
        if (field.value != ValueShape::row) return "items";
        std::string const& key = shape_.rows[field.row].key;
        return field.is_list ? key + ".list" : key;
    }

    void write_attribute(FieldShape const& field) {
        Attributes attributes{{"name", std::string(field.name)}};
        bool const is_enumeration = field.value == ValueShape::enumeration;
        if (!is_enumeration) attributes.push_back({"type", attribute_type(field)});
        if (field.is_required && field.value != ValueShape::type) attributes.push_back({"use", "required"});
        if (!is_enumeration) return leaf("xs:attribute", attributes);
        open("xs:attribute", attributes);
        write_enumeration({field.names.begin(), field.names.end()});
        close("xs:attribute");
    }
    static std::string attribute_type(FieldShape const& field) {
        switch (field.value) {
            case ValueShape::boolean: return "boolean";
            case ValueShape::integer:
                if (field.is_list) return "integers";
                return field.has_lowest ? "natural" : "integer";
            case ValueShape::index: return field.is_list ? "indices" : "index";
            case ValueShape::real: return field.is_list ? "reals" : "real";
            case ValueShape::name:
            case ValueShape::variable: return "name";
            case ValueShape::place: return "place";
            case ValueShape::text:
            case ValueShape::type:
            case ValueShape::enumeration:
            case ValueShape::expression:
            case ValueShape::target:
            case ValueShape::row: break;
        }
        return "xs:string";
    }

    // `<aliases><alias …/>…</aliases>`
    void write_lists() {
        std::vector<bool> is_listed(shape_.rows.size());
        auto const note = [&](std::vector<FieldShape> const& fields) {
            for (FieldShape const& field : fields) {
                if (field.value == ValueShape::row && field.is_list) is_listed[field.row] = true;
            }
        };
        note(shape_.sections);
        for (RowShape const& row : shape_.rows) note(row.fields);
        for (std::size_t i = 0; i < shape_.rows.size(); ++i) {
            if (!is_listed[i]) continue;
            RowShape const& row = shape_.rows[i];
            open("xs:complexType", {{"name", row.key + ".list"}});
            open("xs:sequence");
            leaf("xs:element",
                 {{"name", std::string(row.name)}, {"type", row.key}, {"minOccurs", "0"}, {"maxOccurs", "unbounded"}});
            close("xs:sequence");
            close("xs:complexType");
        }
        write_items("items", {});
        for (FieldShape const& section : shape_.sections) {
            if (section.value == ValueShape::enumeration && section.is_list) {
                write_items(std::string(section.name) + ".items", section.names);
            }
        }
    }

    // `<files><item value="Ball.mo"/></files>`; only the words, if there are any.
    void write_items(std::string const& name, NameList words) {
        open("xs:complexType", {{"name", name}});
        open("xs:sequence");
        open("xs:element", {{"name", "item"}, {"minOccurs", "0"}, {"maxOccurs", "unbounded"}});
        open("xs:complexType");
        if (words.empty()) {
            leaf("xs:attribute", {{"name", "value"}, {"type", "xs:string"}, {"use", "required"}});
        } else {
            open("xs:attribute", {{"name", "value"}, {"use", "required"}});
            write_enumeration({words.begin(), words.end()});
            close("xs:attribute");
        }
        close("xs:complexType");
        close("xs:element");
        close("xs:sequence");
        close("xs:complexType");
    }

    // ---- values ----

    void write_enumeration(std::vector<std::string_view> const& words) {
        open("xs:simpleType");
        open("xs:restriction", {{"base", "xs:string"}});
        for (std::string_view const word : words) leaf("xs:enumeration", {{"value", std::string(word)}});
        close("xs:restriction");
        close("xs:simpleType");
    }
    void write_pattern(std::string_view name, std::string_view base, std::string_view pattern) {
        open("xs:simpleType", {{"name", std::string(name)}});
        open("xs:restriction", {{"base", std::string(base)}});
        facet("pattern", pattern);
        close("xs:restriction");
        close("xs:simpleType");
    }
    void write_number_list(std::string_view name, std::string_view item) {
        open("xs:simpleType", {{"name", std::string(name)}});
        leaf("xs:list", {{"itemType", std::string(item)}});
        close("xs:simpleType");
    }
    void write_values() {
        std::string const major(moo_format_version.substr(0, moo_format_version.find('.')));
        write_pattern("version", "xs:string", major + "\\.[0-9]+\\.[0-9]+");
        write_pattern("boolean", "xs:string", "true|false");
        write_pattern("integer", "xs:long", "-?[0-9]+");
        write_pattern("natural", "xs:unsignedLong", "[0-9]+");
        write_pattern("index", "xs:unsignedInt", "0*[1-9][0-9]*");
        write_pattern("real", "xs:double", "-?[0-9.]+([eE][+\\-]?[0-9]+)?");
        write_pattern("name", "xs:string", "[ -~&#9;&#10;&#13;]+");
        write_pattern("place", "xs:string", "[1-9][0-9]*:[1-9][0-9]*:[1-9][0-9]*");
        write_pattern("size", "xs:string", ":|[0-9]+");
        write_number_list("sizes", "size");
        open("xs:complexType", {{"name", "arrayType"}});
        leaf("xs:attribute", {{"name", "element"}, {"type", "xs:string"}, {"use", "required"}});
        leaf("xs:attribute", {{"name", "sizes"}, {"type", "sizes"}, {"use", "required"}});
        close("xs:complexType");
        write_number_list("integers", "integer");
        write_number_list("indices", "index");
        write_number_list("reals", "real");
    }

    // ---- expressions ----

    void begin_expression(std::string_view name,
                          std::vector<std::pair<std::string_view, std::string_view>> const& attributes,
                          std::string_view operands) {
        open("xs:element", {{"name", std::string(name)}});
        open("xs:complexType");
        if (!operands.empty())
            leaf("xs:group",
                 operands == "one"
                     ? Attributes{{"ref", "oneExpression"}}
                     : Attributes{{"ref", "oneExpression"}, {"minOccurs", "0"}, {"maxOccurs", "unbounded"}});
        for (auto const& [attribute, type] : attributes) {
            leaf("xs:attribute", {{"name", std::string(attribute)}, {"type", std::string(type)}, {"use", "required"}});
        }
    }
    // The type of an operation, where it carries one.
    void carried_type() {
        leaf("xs:attribute", {{"name", "type"}, {"type", "xs:string"}});
        leaf("xs:attribute", {{"name", "sizes"}, {"type", "sizes"}});
    }
    void end_expression() {
        close("xs:complexType");
        close("xs:element");
    }
    void expression(std::string_view name,
                    std::vector<std::pair<std::string_view, std::string_view>> const& attributes = {},
                    std::string_view operands = {}) {
        begin_expression(name, attributes, operands);
        end_expression();
    }

    void write_expressions() {
        open("xs:complexType", {{"name", "expression"}});
        leaf("xs:group", {{"ref", "oneExpression"}});
        close("xs:complexType");
        open("xs:complexType", {{"name", "expressions"}});
        open("xs:choice", {{"minOccurs", "0"}, {"maxOccurs", "unbounded"}});
        leaf("xs:group", {{"ref", "oneExpression"}});
        open("xs:element", {{"name", "none"}});
        leaf("xs:complexType", {});
        close("xs:element");
        close("xs:choice");
        close("xs:complexType");
        write_target();
        open("xs:group", {{"name", "oneExpression"}});
        open("xs:choice");
        leaf("xs:element", {{"name", "real"}, {"type", "real"}});
        leaf("xs:element", {{"name", "integer"}, {"type", "integer"}});
        expression("true");
        expression("false");
        expression("string", {{"value", "xs:string"}});
        expression("enum", {{"type", "name"}, {"literal", "name"}});
        expression("var", {{"name", "name"}});
        expression("local", {{"name", "name"}});
        expression("shared", {{"ref", "index"}});
        begin_expression("call", {{"function", "name"}}, "many");
        carried_type();
        end_expression();
        expression("record", {{"type", "name"}}, "many");
        expression("field", {{"name", "name"}}, "one");
        begin_expression("output", {{"number", "index"}}, "one");
        carried_type();
        end_expression();
        for (RememberedKind const kind : {RememberedKind::relation, RememberedKind::sampling, RememberedKind::delayed,
                                          RememberedKind::transported}) {
            expression(word_of(kind), {{"ref", "index"}}, "one");
        }
        write_reduction();
        begin_expression("apply", {}, "many");
        open("xs:attribute", {{"name", "op"}, {"use", "required"}});
        write_enumeration(all_operators());
        close("xs:attribute");
        carried_type();
        end_expression();
        close("xs:choice");
        close("xs:group");
    }
    // A variable, an element of an array or a field of a record; or der, pre or previous of one.
    void write_target() {
        open("xs:complexType", {{"name", "target"}});
        leaf("xs:group", {{"ref", "reference"}});
        close("xs:complexType");
        open("xs:group", {{"name", "reference"}});
        open("xs:choice");
        expression("var", {{"name", "name"}});
        open("xs:element", {{"name", "field"}});
        open("xs:complexType");
        leaf("xs:group", {{"ref", "reference"}});
        leaf("xs:attribute", {{"name", "name"}, {"type", "name"}, {"use", "required"}});
        close("xs:complexType");
        close("xs:element");
        open("xs:element", {{"name", "apply"}});
        open("xs:complexType");
        open("xs:sequence");
        leaf("xs:group", {{"ref", "reference"}});
        // The subscripts.
        leaf("xs:group", {{"ref", "oneExpression"}, {"minOccurs", "0"}, {"maxOccurs", "unbounded"}});
        close("xs:sequence");
        open("xs:attribute", {{"name", "op"}, {"use", "required"}});
        write_enumeration({"der", "pre", "previous", "subscript"});
        close("xs:attribute");
        carried_type();
        close("xs:complexType");
        close("xs:element");
        close("xs:choice");
        close("xs:group");
    }
    void write_reduction() {
        open("xs:element", {{"name", "reduction"}});
        open("xs:complexType");
        open("xs:sequence");
        leaf("xs:group", {{"ref", "oneExpression"}});
        open("xs:element", {{"name", "iterator"}, {"maxOccurs", "unbounded"}});
        open("xs:complexType");
        leaf("xs:group", {{"ref", "oneExpression"}});
        leaf("xs:attribute", {{"name", "name"}, {"type", "name"}, {"use", "required"}});
        close("xs:complexType");
        close("xs:element");
        close("xs:sequence");
        open("xs:attribute", {{"name", "kind"}, {"use", "required"}});
        std::vector<std::string_view> kinds;
        for (Reduction const each :
             {Reduction::sum, Reduction::product, Reduction::min, Reduction::max, Reduction::array}) {
            kinds.push_back(reduction_name(each));
        }
        write_enumeration(kinds);
        close("xs:attribute");
        carried_type();
        close("xs:complexType");
        close("xs:element");
    }

    DocumentShape const shape_ = document_shape();
    TextWriter out_;
};

}  // namespace

std::string write_xml_schema() { return SchemaWriter().run(); }

}  // namespace moo
