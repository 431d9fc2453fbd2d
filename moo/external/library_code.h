// C code that libraries bring along: where it lies and how it wants to be compiled.
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace moo {

// Names and values.
using Macros = std::vector<std::pair<std::string, std::string>>;

// What sources of Modelica libraries ask about the system in the way of autoconf, and about the tool: tables are shared
// between the objects that read the same file, and there is no table that the user has programmed. Some follow from
// what lies in the folders with headers.
[[nodiscard]] Macros library_macros(std::vector<std::filesystem::path> const& header_folders);
[[nodiscard]] std::vector<std::string> macro_options(Macros const& macros);

// For a shared object. Symbols that are missing are found here and not in the middle of a call.
[[nodiscard]] std::vector<std::string> const& shared_object_flags();

[[nodiscard]] std::vector<std::filesystem::path> existing_folders(std::vector<std::filesystem::path> const& folders);
// The folders and all folders in them, in the order of their names.
[[nodiscard]] std::vector<std::filesystem::path> with_folders_inside(std::vector<std::filesystem::path> const& folders);
// Those in the folders themselves, by folder and name.
[[nodiscard]] std::vector<std::filesystem::path> c_files_in(std::vector<std::filesystem::path> const& folders);

}  // namespace moo
