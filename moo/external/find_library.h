// Object libraries by name: those that come with a Modelica library, and those of the system (section 12.9.4).
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "moo/external/shared_object.h"

namespace moo {

enum class LibraryFormat { none, shared, archive };

struct LibraryFile {
    LibraryFormat format = LibraryFormat::none;
    std::filesystem::path path;
};

// `libNAME.so` or `libNAME.a` in one of the folders, or in its subfolder for this platform (`linux64`), which is
// searched first.
[[nodiscard]] LibraryFile find_library_file(std::vector<std::filesystem::path> const& folders, std::string const& name);

// The shared library NAME of the system, loaded; with or without the files that are needed to link with it.
[[nodiscard]] SharedObject load_system_library(std::string const& name);

}  // namespace moo
