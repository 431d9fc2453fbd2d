// Elements and attributes whose values can be any text.
#pragma once

#include <cstdint>
#include <pugixml.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace moo {

// Elements and attributes have names of ours, so that pugixml may take them as they are.
[[nodiscard]] inline pugi::xml_node append_element(pugi::xml_node parent, char const* name) {
    return parent.append_child(name);
}

// Characters that XML cannot represent, and the backslash, are written as in JSON: `\u0001`, `\\`. pugixml does the
// rest.
void append_attribute(pugi::xml_node node, char const* name, std::string_view text);
void append_attribute(pugi::xml_node node, char const* name, std::size_t number);
// `1 2 3`, for indices from zero; nothing for an empty list.
void append_numbers(pugi::xml_node node, char const* name, std::vector<std::uint32_t> const& indices);
// Only where it is true.
void append_flag(pugi::xml_node node, char const* name, bool value);

// <real_literal value="…"/>
void append_literal(pugi::xml_node parent, char const* element, std::string_view value);
void append_real(pugi::xml_node parent, double value);

}  // namespace moo
