#include "moo/io/xml/xml_tree.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "moo/io/document/expression_names.h"
#include "moo/io/xml/xml_text.h"
#include "moo/syntax/literal.h"

namespace moo {

namespace {

std::optional<std::int64_t> integer_in(std::string_view text) {
    std::int64_t value = 0;
    auto const result = std::from_chars(text.data(), text.data() + text.size(), value);
    if (result.ec != std::errc() || result.ptr != text.data() + text.size()) return std::nullopt;
    return value;
}

std::optional<double> real_in(std::string_view text) {
    bool const is_number = text.find_first_not_of("0123456789.+-eE") == std::string_view::npos && !text.empty();
    double value = 0;
    auto const result = std::from_chars(text.data(), text.data() + text.size(), value);
    if (!is_number || result.ptr != text.data() + text.size()) return std::nullopt;
    return read_real(text.starts_with('-') ? text.substr(1) : text).has_value() ? std::optional(value) : std::nullopt;
}

// Numbers with a space between them; false if one of them is none.
template <class Number>
bool split_numbers(std::string_view text, std::optional<Number> (*read)(std::string_view),
                   std::vector<Number>& numbers) {
    while (!text.empty()) {
        std::size_t const end = std::min(text.find(' '), text.size());
        std::optional<Number> const number = read(text.substr(0, end));
        if (!number) return false;
        numbers.push_back(*number);
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return true;
}

pugi::xml_node first_element(pugi::xml_node node) {
    for (pugi::xml_node const child : node.children()) {
        if (child.type() == pugi::node_element) return child;
    }
    return {};
}

}  // namespace

bool XmlTree::parse(std::string_view element, std::size_t offset) {
    offset_ = offset;
    buffer_.assign(element.begin(), element.end());
    constexpr unsigned flags = pugi::parse_escapes | pugi::parse_eol | pugi::parse_wconv_attribute;
    pugi::xml_parse_result const result =
        document_.load_buffer_inplace(buffer_.data(), buffer_.size(), flags, pugi::encoding_utf8);
    if (result) return true;
    error_ = result.description();
    error_offset_ = offset + static_cast<std::size_t>(std::max<std::ptrdiff_t>(result.offset, 0));
    return false;
}

Item XmlTree::item_of(pugi::xml_node node, Tag tag) {
    return {reinterpret_cast<std::uintptr_t>(node.internal_object()), tag};
}

Item XmlTree::item_of(pugi::xml_attribute attribute) {
    return {reinterpret_cast<std::uintptr_t>(attribute.internal_object()), attribute_tag};
}

pugi::xml_node XmlTree::node_of(Item item) {
    if (item.tag == attribute_tag || !item.has_value()) return {};
    return pugi::xml_node(reinterpret_cast<pugi::xml_node_struct*>(item.handle));
}

Item XmlTree::root() const { return item_of(document_.document_element(), element_tag); }

// ---- fields and lists ------------------------------------------------------------------------------

// Elements of lists have been looked at by `elements`; fields have the name of the field.
bool XmlTree::is_object(Item item, std::string_view) const { return !node_of(item).empty(); }

Item XmlTree::find(Item object, std::string_view name) const {
    pugi::xml_node const node = node_of(object);
    for (pugi::xml_attribute const attribute : node.attributes()) {
        if (name == attribute.name()) {
            return item_of(attribute);
        }
    }
    for (pugi::xml_node const child : node.children()) {
        if (child.type() == pugi::node_element && name == child.name()) return item_of(child, field_tag);
    }
    return {};
}

void XmlTree::fields(Item object, std::vector<RowField>& list) const {
    pugi::xml_node const node = node_of(object);
    for (pugi::xml_attribute const attribute : node.attributes()) {
        list.push_back({attribute.name(), item_of(attribute)});
    }
    for (pugi::xml_node const child : node.children()) {
        if (child.type() == pugi::node_element) list.push_back({child.name(), item_of(child, field_tag)});
    }
}

bool XmlTree::elements(Item list, std::string_view row, std::vector<Item>& items) const {
    pugi::xml_node const node = node_of(list);
    if (!node || node.first_attribute()) return false;
    for (pugi::xml_node const child : node.children()) {
        if (child.type() != pugi::node_element) return false;
        if (!row.empty() && row != child.name()) return false;
        items.push_back(item_of(child, element_tag));
    }
    return true;
}

bool XmlTree::integers(Item list, std::vector<std::int64_t>& numbers) const {
    return list.tag == attribute_tag && split_numbers(raw(list), integer_in, numbers);
}

bool XmlTree::reals(Item list, std::vector<double>& numbers) const {
    return list.tag == attribute_tag && split_numbers(raw(list), real_in, numbers);
}

bool XmlTree::sizes(Item list, std::vector<std::int64_t>& sizes) const {
    auto const size_in = [](std::string_view text) -> std::optional<std::int64_t> {
        if (text == ":") return TypeTable::unknown_size;
        auto const number = integer_in(text);
        return number && *number >= 0 ? number : std::nullopt;
    };
    return list.tag == attribute_tag && split_numbers<std::int64_t>(raw(list), size_in, sizes);
}

bool XmlTree::is_nothing(Item item) const { return std::string_view(node_of(item).name()) == "none"; }

// ---- values ----------------------------------------------------------------------------------------

std::string_view XmlTree::raw(Item item) const {
    if (item.tag == attribute_tag) {
        return pugi::xml_attribute(reinterpret_cast<pugi::xml_attribute_struct*>(item.handle)).value();
    }
    return node_of(item).attribute("value").value();
}

std::optional<bool> XmlTree::boolean(Item item) const {
    std::string_view const value = raw(item);
    if (value == "true") return true;
    return value == "false" ? std::optional(false) : std::nullopt;
}

std::optional<std::int64_t> XmlTree::integer(Item item) const { return integer_in(raw(item)); }

std::optional<double> XmlTree::real(Item item) const { return real_in(raw(item)); }

std::optional<std::string_view> XmlTree::text(Item item) const {
    bool const is_value = item.tag == attribute_tag || node_of(item).attribute("value");
    return is_value ? read_xml_text(raw(item), text_buffer_) : std::nullopt;
}

Symbol XmlTree::variable_name(Item item) const {
    auto const name = text(item);
    return name ? interner_.find(*name) : Symbol();
}

// pugixml works in the buffer, so that names are where they were in the file.
SourceSpan XmlTree::place(Item item) const {
    char const* name = nullptr;
    if (item.tag == attribute_tag) {
        name = pugi::xml_attribute(reinterpret_cast<pugi::xml_attribute_struct*>(item.handle)).name();
    } else if (item.has_value()) {
        name = node_of(item).name();
    }
    bool const is_inside = name >= buffer_.data() && name < buffer_.data() + buffer_.size();
    std::size_t const offset = offset_ + (is_inside ? static_cast<std::size_t>(name - buffer_.data()) : 0);
    SourceLoc const place = sources_.loc(file_, offset);
    return {place, place};
}

// ---- expressions -----------------------------------------------------------------------------------

Symbol XmlTree::attribute_symbol(pugi::xml_node node, char const* name) const {
    auto const text = read_xml_text(node.attribute(name).value(), text_buffer_);
    return text ? interner_.find(*text) : Symbol();
}

void XmlTree::take_apart(Item item, ExpressionBuilder& builder, ExpressionHead& head) const {
    using Form = ExpressionHead::Form;
    pugi::xml_node node = node_of(item);
    if (item.tag == field_tag) {
        pugi::xml_node const child = first_element(node);
        if (!child || child.next_sibling() || node.first_attribute()) {
            builder.fail("one expression belongs here");
            return;
        }
        node = child;
    }
    std::string_view const name = node.name();
    auto const take_value = [&](ExprId value) {
        head.value = value;
        if (value) head.form = Form::value;
    };
    ExprStore& exprs = builder.exprs();
    if (name == "real") {
        auto const value = real_in(node.child_value());
        return take_value(value ? exprs.real(*value) : builder.fail("this is not a number"));
    }
    if (name == "integer") {
        auto const value = integer_in(node.child_value());
        return take_value(value ? exprs.integer(*value) : builder.fail("this is no Integer"));
    }
    if (name == "var") {
        auto const text = read_xml_text(node.attribute("name").value(), text_buffer_);
        return take_value(text ? builder.variable(interner_.intern(*text)) : builder.fail("this is not a name"));
    }
    if (name == "true" || name == "false") return take_value(exprs.boolean(name == "true"));
    if (name == "string") {
        auto const text = read_xml_text(node.attribute("value").value(), text_buffer_);
        return take_value(text ? exprs.string(interner_.intern(*text)) : builder.fail("this is not a text"));
    }
    if (name == "local") return take_value(builder.local(attribute_symbol(node, "name")));
    if (name == "enum")
        return take_value(builder.enumeration(attribute_symbol(node, "type"), attribute_symbol(node, "literal")));
    if (name == "shared") return take_value(builder.shared(integer_in(node.attribute("ref").value()).value_or(0)));
    if (name != "record" && !take_type(node, builder, head)) return;
    if (name == "reduction") return take_reduction_apart(node, builder, head);
    for (pugi::xml_node const child : node.children()) {
        if (child.type() == pugi::node_element) head.operands.push_back(item_of(child, element_tag));
    }
    if (name == "apply") {
        std::string_view const op = node.attribute("op").value();
        auto const meaning = find_operator(op);
        if (!meaning) {
            builder.fail("there is no operator `" + std::string(op) + "`");
            return;
        }
        head.form = meaning->kind == ExprKind::builtin ? Form::builtin : Form::apply;
        head.kind = meaning->kind;
        head.builtin = meaning->builtin;
    } else if (auto const kind = find_remembered_kind(name); kind && head.operands.size() == 1) {
        head.number = integer_in(node.attribute("ref").value()).value_or(0);
        if (head.number < 1 || head.number > 0x7fffffff) {
            builder.fail("`ref` is not the number of a row");
            return;
        }
        head.form = Form::remembered;
        head.remembered = *kind;
    } else if (name == "call") {
        head.form = Form::call;
        head.name = attribute_symbol(node, "function");
    } else if (name == "record") {
        head.form = Form::record;
        head.name = attribute_symbol(node, "type");
    } else if ((name == "field" || name == "output") && head.operands.size() == 1) {
        head.form = name == "field" ? Form::field : Form::output;
        head.name = attribute_symbol(node, "name");
        head.number = integer_in(node.attribute("number").value()).value_or(0);
    } else {
        builder.fail("`" + std::string(name) + "` is not an expression");
    }
}

bool XmlTree::take_type(pugi::xml_node node, ExpressionBuilder& builder, ExpressionHead& head) const {
    pugi::xml_attribute const type = node.attribute("type");
    if (!type) return true;
    TypeTable& types = builder.exprs().types();
    auto const name = read_xml_text(type.value(), text_buffer_);
    auto stated = name ? builder.names().type_named(*name, types) : std::nullopt;
    pugi::xml_attribute const shape = node.attribute("sizes");
    std::vector<std::int64_t> dims;
    if (stated && shape && sizes(item_of(shape), dims) && !dims.empty()) stated = types.array(*stated, dims);
    if (!stated || (shape && dims.empty())) {
        builder.fail("`type` and `sizes` are not a type");
        return false;
    }
    head.type = *stated;
    return true;
}

void XmlTree::take_reduction_apart(pugi::xml_node node, ExpressionBuilder& builder, ExpressionHead& head) const {
    auto const kind = find_reduction(node.attribute("kind").value());
    bool good = kind.has_value();
    for (pugi::xml_node const child : node.children()) {
        if (child.type() != pugi::node_element) continue;
        if (head.operands.empty()) {
            head.operands.push_back(item_of(child, element_tag));
            continue;
        }
        auto const name = read_xml_text(child.attribute("name").value(), text_buffer_);
        good = good && std::string_view(child.name()) == "iterator" && first_element(child) && name && !name->empty();
        if (!good) break;
        head.iterators.push_back(interner_.intern(*name));
        head.operands.push_back(item_of(first_element(child), element_tag));
    }
    if (!good || head.iterators.empty()) {
        builder.fail("a reduction has a kind, a body and iterators");
        return;
    }
    head.form = ExpressionHead::Form::reduction;
    head.reduction = *kind;
}

}  // namespace moo
