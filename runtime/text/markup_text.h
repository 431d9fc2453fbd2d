// Text from a model on its way into pictures and pages.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace moo::runtime {

// As the content of an element, or of an attribute in double quotation marks, of XML and HTML. What is no UTF-8 and
// characters that XML does not know are replaced.
[[nodiscard]] std::string xml_text(std::string_view text);

// A JSON string, in its quotation marks, that may also stand in a script element of HTML.
[[nodiscard]] std::string json_string(std::string_view text);

// UTF-8 without what is none: each wrong byte becomes U+FFFD.
[[nodiscard]] std::string valid_utf8(std::string_view text);

[[nodiscard]] std::size_t character_count(std::string_view text);

// `#0067a5`.
[[nodiscard]] std::string colour_text(std::uint32_t rgb);

}  // namespace moo::runtime
