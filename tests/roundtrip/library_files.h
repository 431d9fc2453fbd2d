// Where the Modelica Standard Library lies on this machine.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace moo::tests {

// `modelica` in $XDG_DATA_HOME, or in ~/.local/share; it need not exist.
[[nodiscard]] std::filesystem::path library_folder();

// All .mo files below the folder, sorted.
[[nodiscard]] std::vector<std::filesystem::path> modelica_files(std::filesystem::path const& folder);

[[nodiscard]] std::string read_file(std::filesystem::path const& path);

}  // namespace moo::tests
