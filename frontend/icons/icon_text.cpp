#include "frontend/icons/icon_text.h"

#include <array>
#include <charconv>

#include "moo/syntax/print.h"
#include "moo/units/unit.h"

namespace moo {

namespace {

bool is_identifier_character(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

std::string number_text(double value) {
    std::array<char, 32> buffer{};
    constexpr int digits = 6;
    auto const end =
        std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::general, digits);
    return {buffer.data(), end.ptr};
}

class ParameterText {
public:
    explicit ParameterText(Elaborator& elaborator) : e_(elaborator) {}

    // None if there is no such component.
    std::optional<std::string> of(Node& node, std::string_view path) {
        Component* const component = find(node, path);
        if (component == nullptr || component->primitive == Primitive::none) return std::nullopt;
        Value const value = e_.values.value_of(*component);
        return value.has_value() ? text_of(*component, value) : binding_text(*component);
    }

private:
    // `a.b.p`; what has subscripts or quoted names is not found.
    Component* find(Node& start, std::string_view path) {
        Node* node = &start;
        while (node != nullptr) {
            std::size_t const dot = path.find('.');
            Symbol const name = e_.interner.find(path.substr(0, dot));
            Element* const element = name ? e_.instances.find_element(*node, name) : nullptr;
            if (element == nullptr || element->def->is_class()) return nullptr;
            Component* const component = e_.instances.components.component_of(*element);
            if (component == nullptr || component->is_disabled) return nullptr;
            if (dot == std::string_view::npos) return component;
            if (component->primitive != Primitive::none) return nullptr;
            auto const& values = e_.instances.components.values_of(*component);
            node = values.empty() ? nullptr : values[0];
            path.remove_prefix(dot + 1);
        }
        return nullptr;
    }

    std::string text_of(Component& component, Value const& value) {
        switch (value.kind()) {
            case ValueKind::real: return quantity(component, value.as_real());
            case ValueKind::integer: return std::to_string(value.as_integer());
            case ValueKind::boolean: return value.as_boolean() ? "true" : "false";
            case ValueKind::string: return std::string(e_.interner.text(value.as_string()));
            case ValueKind::enumeration: return enumeration_literal(component, value.as_integer());
            case ValueKind::array: {
                constexpr std::size_t most_elements = 6;
                std::string text;
                for (std::size_t i = 0; i < value.elements().size(); ++i) {
                    if (i == most_elements) return "{" + text + ", …}";
                    text += (text.empty() ? "" : ", ") + text_of(component, value.elements()[i]);
                }
                return "{" + text + "}";
            }
            case ValueKind::none:
            case ValueKind::object:
            case ValueKind::record: break;
        }
        return {};
    }

    std::string enumeration_literal(Component& component, std::int64_t ordinal) {
        TypeTable const& types = e_.exprs.types();
        auto const literals = types.literals(types.element(e_.types.type_of(component)));
        bool const is_one = ordinal >= 1 && ordinal <= static_cast<std::int64_t>(literals.size());
        return is_one ? std::string(e_.interner.text(literals[static_cast<std::size_t>(ordinal - 1)])) : std::string();
    }

    // The number with its unit; with the display unit if both are known and of one dimension.
    std::string quantity(Component& component, double value) {
        std::string shown = attribute_text(component, Attribute::unit);
        std::string const display = attribute_text(component, Attribute::display_unit);
        UnitParse const from = parse_unit(shown);
        UnitParse const to = parse_unit(display);
        bool const can_convert = !shown.empty() && !display.empty() && from.unit && to.unit &&
                                 from.unit->dimension == to.unit->dimension && to.unit->factor != 0.0;
        if (can_convert) {
            double const in_base_units = from.unit->factor * value + from.unit->offset;
            value = (in_base_units - to.unit->offset) / to.unit->factor;
            shown = display;
        }
        bool const has_unit = !shown.empty() && shown != "1";
        return number_text(value) + (has_unit ? " " + shown : "");
    }

    std::string attribute_text(Component& component, Attribute which) {
        ExprId const unit = component.variable ? e_.model.variables[component.variable].attribute(which) : ExprId();
        bool const is_text = unit && e_.exprs.kind(unit) == ExprKind::string;
        return is_text ? std::string(e_.interner.text(e_.exprs.symbol(unit))) : std::string();
    }

    // If the value is not known now, the text shows the expression as written.
    std::string binding_text(Component const& component) {
        BindingSyntax const binding = find_binding(component.layers);
        constexpr std::size_t longest = 60;
        return binding.has_value() ? shorten(print(*binding.ast, e_.interner, binding.expr), longest) : std::string();
    }

    Elaborator& e_;
};

}  // namespace

std::string shorten(std::string text, std::size_t longest) {
    if (text.size() <= longest) return text;
    auto const is_inside = [&](std::size_t at) { return (static_cast<unsigned char>(text[at]) & 0xc0u) == 0x80u; };
    while (longest > 0 && is_inside(longest)) --longest;
    text.resize(longest);
    return text + "…";
}

std::string replace_macros(Elaborator& elaborator, std::string_view text, IconNames const& names) {
    std::string out;
    ParameterText parameters(elaborator);
    for (std::size_t i = 0; i < text.size();) {
        if (text[i] != '%' || i + 1 == text.size()) {
            out += text[i++];
            continue;
        }
        if (text[i + 1] == '%') {
            out += '%';
            i += 2;
            continue;
        }
        std::size_t const brace = text[i + 1] == '{' ? text.find('}', i) : std::string_view::npos;
        bool const is_braced = brace != std::string_view::npos;
        std::size_t const begin = i + (is_braced ? 2u : 1u);
        std::size_t end = begin;
        while (end < text.size() && is_identifier_character(text[end])) ++end;
        if (is_braced) end = brace;
        std::string_view const name = text.substr(begin, end - begin);
        std::size_t const next = end + (is_braced ? 1u : 0u);
        std::optional<std::string> value;
        if (!is_braced && name == "name") {
            value = names.component;
        } else if (!is_braced && name == "class") {
            value = names.class_name;
        } else if (!name.empty() && names.parameters != nullptr) {
            value = parameters.of(*names.parameters, name);
        }
        out += value ? *value : std::string(text.substr(i, next - i));
        i = next;
    }
    return out;
}

}  // namespace moo
