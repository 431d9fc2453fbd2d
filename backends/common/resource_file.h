// Files that may be handed on with a model.
#pragma once

#include <string>

namespace moo {

// Whether the absolute path names a file in a folder `Resources` of a library. Others are not for handing on, whoever
// wrote their names into a document.
[[nodiscard]] bool is_resource_file(std::string const& path);
// The same of a folder below it.
[[nodiscard]] bool is_resource_folder(std::string const& path);

}  // namespace moo
