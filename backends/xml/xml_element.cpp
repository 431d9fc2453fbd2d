#include "backends/xml/xml_element.h"

#include "moo/base/text_writer.h"

namespace moo {

namespace {

std::string escaped(std::string_view text) {
    constexpr std::string_view digits = "0123456789abcdef";
    std::string out;
    out.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        auto const byte = static_cast<unsigned char>(text[i]);
        bool const is_forbidden = byte < 0x20 && byte != '\n' && byte != '\t' && byte != '\r';
        // U+FFFE and U+FFFF are not allowed in XML.
        bool const is_noncharacter =
            text.substr(i).starts_with("\xef\xbf\xbe") || text.substr(i).starts_with("\xef\xbf\xbf");
        if (byte == '\\') {
            out += "\\\\";
        } else if (is_forbidden) {
            out += "\\u00";
            out += digits[byte >> 4u];
            out += digits[byte & 15u];
        } else if (is_noncharacter) {
            out += text[i + 2] == '\xbe' ? "\\ufffe" : "\\uffff";
            i += 2;
        } else {
            out += text[i];
        }
    }
    return out;
}

}  // namespace

void append_attribute(pugi::xml_node node, char const* name, std::string_view text) {
    node.append_attribute(name).set_value(escaped(text).c_str());
}

void append_attribute(pugi::xml_node node, char const* name, std::size_t number) {
    node.append_attribute(name).set_value(static_cast<unsigned long long>(number));
}

void append_numbers(pugi::xml_node node, char const* name, std::vector<std::uint32_t> const& indices) {
    std::string list;
    for (std::uint32_t const index : indices) {
        if (!list.empty()) list += ' ';
        list += std::to_string(index + 1);
    }
    if (!list.empty()) node.append_attribute(name).set_value(list.c_str());
}

void append_flag(pugi::xml_node node, char const* name, bool value) {
    if (value) node.append_attribute(name).set_value("true");
}

void append_literal(pugi::xml_node parent, char const* element, std::string_view value) {
    append_attribute(append_element(parent, element), "value", value);
}

void append_real(pugi::xml_node parent, double value) {
    TextWriter text;
    text.write_real(value);
    append_literal(parent, "real_literal", text.text());
}

}  // namespace moo
