// Which files may be packed with a model.
#pragma once

#include <string>

namespace moo {

// Whether the absolute path names a file in a folder `Resources` of a library. Other files must not be packed: a
// document may come from anyone and could name any file.
[[nodiscard]] bool is_resource_file(std::string const& path);
// The same for a folder at or below `Resources`.
[[nodiscard]] bool is_resource_folder(std::string const& path);

}  // namespace moo
