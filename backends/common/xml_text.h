// Makes text from any source safe for XML.
#pragma once

#include <string>
#include <string_view>

namespace moo {

// Replaces by a question mark what is not valid UTF-8 or not a character that XML allows. pugixml escapes the rest.
[[nodiscard]] std::string xml_text(std::string_view text);
// The same for values of type `normalizedString`: line ends and tabs become spaces.
[[nodiscard]] std::string normalized_text(std::string_view text);

}  // namespace moo
