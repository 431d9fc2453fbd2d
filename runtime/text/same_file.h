// Whether two names mean the same file.
#pragma once

#include <string>

namespace moo::runtime {

// Whatever links lead to it, and also if it does not exist yet. Pipes and devices do not count, nor do standard
// streams.
[[nodiscard]] bool is_same_file(std::string const& a, std::string const& b);

}  // namespace moo::runtime
