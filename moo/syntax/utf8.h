// Checking the encoding of source texts.
#pragma once

#include <cstddef>
#include <string_view>

namespace moo {

// The offset of the first byte that is not part of well-formed UTF-8 (RFC 3629: no overlong forms, no surrogates,
// nothing above U+10FFFF), or `npos`.
[[nodiscard]] std::size_t find_invalid_utf8(std::string_view text);

}  // namespace moo
