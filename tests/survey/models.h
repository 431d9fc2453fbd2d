// Which models a survey takes, and where their library is.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "moo/base/child_process.h"

namespace moo::survey {

struct LibraryPlace {
    std::string name;                            // `Modelica`
    std::filesystem::path path;                  // the folder or the file of the top-level package
    std::vector<std::filesystem::path> folders;  // what the tools get as `-L`, absolute
    std::vector<std::filesystem::path> search;   // all folders that the tools search
    std::string error;                           // empty if the library was found
};
// `library` is the name of a top-level package, its folder (with package.mo), or its file.
[[nodiscard]] LibraryPlace find_library(std::string const& library, std::vector<std::string> const& named_folders);

struct ModelList {
    std::vector<std::string> names;
    std::string error;  // empty if all went well
};
// Asks `moflat --list-models` for every class of the library with an experiment.
[[nodiscard]] ModelList list_models(LibraryPlace const& library, std::filesystem::path const& tools,
                                    ChildLimits const& limits);
// One name a line, `#` begins a comment. Names that occur again are left out.
[[nodiscard]] ModelList parse_model_list(std::string_view text);

// `*` stands for any text, `?` for a character; without either: the class itself and all that is in it.
[[nodiscard]] bool matches_pattern(std::string_view pattern, std::string_view model);

// A qualified name of identifiers, quoted ones included: nothing that a tool could take for an option or a file.
[[nodiscard]] bool is_model_name(std::string_view name);

}  // namespace moo::survey
