// The name by which a loader looks for a shared library.
#pragma once

#include <string>
#include <vector>

namespace moo {

// DT_SONAME of a shared library in this machine's format, or the file name if it has none.
[[nodiscard]] std::string shared_name(std::string const& path);

// Whether every Linux system that can load a shared library has this one: the C library and its parts.
[[nodiscard]] bool is_system_library(std::string const& name);

}  // namespace moo
