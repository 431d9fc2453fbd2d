// Where libraries are, and which of their files contains a class.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace moo {

// The folders to search, in order: those that the user names, those in MODELICAPATH, and the user's data folder
// ($XDG_DATA_HOME/modelica, else ~/.local/share/modelica).
[[nodiscard]] std::vector<std::filesystem::path> library_folders(std::vector<std::string> const& named);

// Where a class is stored, without reading any file (Modelica 3.6, section 13.4): for `A.B.C` in turn A/B/C.mo,
// A/B/C/package.mo, A/B.mo, … the deepest that exists, the newest version if there are several. `Library` finds the
// same files, but respects requested versions.
[[nodiscard]] std::optional<std::filesystem::path> find_class_file(std::vector<std::filesystem::path> const& folders,
                                                                   std::string_view class_name);

}  // namespace moo
