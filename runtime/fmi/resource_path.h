// Where the files of an FMU are.
#pragma once

#include <string>
#include <string_view>

namespace moo::runtime::fmi {

// The folder of a URI, `file:///tmp/My%20FMU/resources`, as a path with a separator at its end. Empty if the scheme is
// another one.
[[nodiscard]] std::string path_of_uri(std::string_view uri);
[[nodiscard]] std::string with_separator(std::string path);

}  // namespace moo::runtime::fmi
