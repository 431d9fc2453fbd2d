// C code in files next to a model.
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "moo/external/external_code.h"

namespace moo {

// The code, if it consists of nothing but files in these folders and below them: the include texts are `#include` lines
// for such files or for headers of the system, and the folders for headers, libraries and sources are inside. Libraries
// of the system are not next to the model; where there are sources, the names of libraries that are not there stand for
// the sources. None if any of the code is elsewhere.
[[nodiscard]] std::optional<ExternalCode> neighbour_code(ExternalCode const& code,
                                                         std::vector<std::filesystem::path> const& folders);

}  // namespace moo
