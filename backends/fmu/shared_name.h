// The name by which a loader looks for a shared library.
#pragma once

#include <string>
#include <vector>

namespace moo {

// DT_SONAME of a shared library of this machine's format, or the name of its file if it has none.
[[nodiscard]] std::string shared_name(std::string const& path);

// Part of every system that can load a shared library of Linux: the C library and what belongs to it.
[[nodiscard]] bool is_system_library(std::string const& name);

}  // namespace moo
