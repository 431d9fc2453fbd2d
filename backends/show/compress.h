// Data for a page: compressed, and coded as text.
#pragma once

#include <string>
#include <string_view>

namespace moo {

// In the format of zlib (RFC 1950), which browsers call `deflate`.
[[nodiscard]] std::string compress(std::string_view data);
// As RFC 4648 describes it, with padding and without line ends.
[[nodiscard]] std::string base64(std::string_view data);

}  // namespace moo
