// The encodings of a MOO document.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace moo {

enum class Encoding : std::uint8_t { text, json, xml };

[[nodiscard]] std::string_view encoding_name(Encoding encoding);
[[nodiscard]] std::optional<Encoding> find_encoding(std::string_view name);

}  // namespace moo
