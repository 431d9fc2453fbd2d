// Texts from anyone in XML.
#pragma once

#include <string>
#include <string_view>

namespace moo {

// Any text as one that XML can hold: what is no character of XML, or no UTF-8, is a question mark. pugixml escapes the
// rest.
[[nodiscard]] std::string xml_text(std::string_view text);
// The same for values of type `normalizedString`: line ends and tabulators are spaces.
[[nodiscard]] std::string normalized_text(std::string_view text);

}  // namespace moo
