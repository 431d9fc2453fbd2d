// Texts in XML files.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "moo/base/text_writer.h"

namespace moo {

// ` name="text"`. XML cannot represent most control characters. Therefore these, and the backslash, are written as in
// JSON: `\u0007`, `\\`.
void write_xml_attribute(TextWriter& out, std::string_view name, std::string_view text);

// The text of an attribute that was read; none if an escape is wrong. Most texts have no escapes and are returned as
// they are.
[[nodiscard]] std::optional<std::string_view> read_xml_text(std::string_view value, std::string& buffer);

}  // namespace moo
