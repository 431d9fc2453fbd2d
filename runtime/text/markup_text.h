// Text from a model for use in pictures and pages.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace moo::runtime {

// Text as content of an element, or of an attribute in double quotation marks, in XML or HTML. Bytes that are not
// UTF-8, and characters that XML does not allow, are replaced.
[[nodiscard]] std::string xml_text(std::string_view text);

// A JSON string with its quotation marks, which may also be used in a script element of HTML.
[[nodiscard]] std::string json_string(std::string_view text);

// Valid UTF-8: each wrong byte becomes U+FFFD.
[[nodiscard]] std::string valid_utf8(std::string_view text);

[[nodiscard]] std::size_t character_count(std::string_view text);

// `#0067a5`.
[[nodiscard]] std::string colour_text(std::uint32_t rgb);

}  // namespace moo::runtime
