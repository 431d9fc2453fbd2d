// Elements and attributes whose values can be any text.
#pragma once

#include <cstdint>
#include <pugixml.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace moo {

// The names of elements and attributes are our own constants, so they need no escaping.
[[nodiscard]] inline pugi::xml_node append_element(pugi::xml_node parent, char const* name) {
    return parent.append_child(name);
}

// Writes characters that XML cannot represent, and the backslash, as JSON does: `\u0001`, `\\`. pugixml escapes the
// rest.
void append_attribute(pugi::xml_node node, char const* name, std::string_view text);
void append_attribute(pugi::xml_node node, char const* name, std::size_t number);
// Writes `1 2 3` for indices from zero; writes nothing for an empty list.
void append_numbers(pugi::xml_node node, char const* name, std::vector<std::uint32_t> const& indices);
// Writes the attribute only if the value is true.
void append_flag(pugi::xml_node node, char const* name, bool value);

// <real_literal value="…"/>
void append_literal(pugi::xml_node parent, char const* element, std::string_view value);
void append_real(pugi::xml_node parent, double value);

}  // namespace moo
