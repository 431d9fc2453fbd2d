// The version of the MOO format.
#pragma once

#include <string_view>

namespace moo {

// The version that this library writes.
inline constexpr std::string_view moo_format_version = "1.0.0";
// Readers take files of this major version, and of 0.2 and later.
inline constexpr int moo_major_version = 1;
inline constexpr int oldest_minor_version_of_0 = 2;

}  // namespace moo
