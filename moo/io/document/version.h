// The version of the MOO format.
#pragma once

#include <string_view>

namespace moo {

// The version that this library writes; a reader refuses other major versions.
inline constexpr std::string_view moo_format_version = "0.5.0";

}  // namespace moo
