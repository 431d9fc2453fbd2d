// C code that comes with libraries: where it is and how it has to be compiled.
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace moo {

// Names and values.
using Macros = std::vector<std::pair<std::string, std::string>>;

// Macros that sources of Modelica libraries use to ask about the system, in the style of autoconf, and about the tool:
// tables are shared between the objects that read the same file, and there is no table that the user has programmed.
// Some depend on the contents of the folders with headers.
[[nodiscard]] Macros library_macros(std::vector<std::filesystem::path> const& header_folders);
[[nodiscard]] std::vector<std::string> macro_options(Macros const& macros);

// For a shared object. Missing symbols are detected here and not in the middle of a call.
[[nodiscard]] std::vector<std::string> const& shared_object_flags();

[[nodiscard]] std::vector<std::filesystem::path> existing_folders(std::vector<std::filesystem::path> const& folders);
// The folders and all folders in them, in the order of their names.
[[nodiscard]] std::vector<std::filesystem::path> with_folders_inside(std::vector<std::filesystem::path> const& folders);
// The files in the folders themselves, by folder and name.
[[nodiscard]] std::vector<std::filesystem::path> c_files_in(std::vector<std::filesystem::path> const& folders);
[[nodiscard]] std::vector<std::filesystem::path> headers_in(std::vector<std::filesystem::path> const& folders);

}  // namespace moo
