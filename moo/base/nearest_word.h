// Hints for misspelt names.
#pragma once

#include <string_view>
#include <vector>

namespace moo {

// The candidate that is closest to a misspelt word, or else the shortest one that begins with it; empty if none is
// close.
[[nodiscard]] std::string_view nearest_word(std::string_view word, std::vector<std::string_view> const& candidates);

}  // namespace moo
