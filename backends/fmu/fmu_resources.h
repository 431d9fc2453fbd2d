// Files and folders that a model refers to and an FMU therefore contains.
#pragma once

#include <map>
#include <string>
#include <unordered_map>

#include "moo/model/document.h"

namespace moo {

struct FmuResources {
    // String literals of the document that are absolute paths of files or folders in a folder `Resources` of a library,
    // and their names below `resources/`. Other paths are left alone, so that an FMU never contains private files of
    // its author.
    std::unordered_map<ExprId, std::string> literals;
    std::map<std::string, std::string> names;    // by path: the name below `resources/`
    std::map<std::string, std::string> entries;  // by name below `resources/`: the file to pack
};

[[nodiscard]] FmuResources find_resources(Document const& document, Interner const& interner);

}  // namespace moo
