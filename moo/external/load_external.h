// From the description of an external function to its address: finds libraries, builds what has to be built, loads.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "moo/external/build_object.h"
#include "moo/external/external_code.h"
#include "moo/external/find_library.h"
#include "moo/external/foreign_function.h"
#include "moo/external/source_groups.h"

namespace moo {

// A function that can be called, or why it cannot.
struct LoadedExternal {
    std::optional<ForeignFunction> function;
    // The result is not returned, but written to the address in the first argument.
    bool result_is_argument = false;
    std::string error;
    std::vector<std::string> details;  // what the compiler said
};

// What to link with a program that calls an external function itself, or why this is not possible.
struct LinkedExternal {
    std::vector<std::filesystem::path> objects;
    std::string error;
    std::vector<std::string> details;  // what the compiler said
};

// Loads external functions, and keeps those that were found.
//
// A library NAME is, in this order: a file in the library folders; a library of the system; otherwise it is taken to be
// built from the sources of the function, whatever it is called: from those that belong to the function. A function
// with an include text is called through a piece of C code that contains this text, so that the compiler sees the
// prototype, static functions and macros. Other functions are called directly.
class ExternalLoader {
public:
    explicit ExternalLoader(std::filesystem::path cache_folder = user_cache_folder());

    [[nodiscard]] LoadedExternal load(PermittedCode const& code, ForeignSignature signature);
    // For a program that is made now and runs later. A function with an include text gets the name `entry` there; a
    // structure that it returns is written to the address in the first argument.
    [[nodiscard]] LinkedExternal link(PermittedCode const& code, ForeignSignature const& signature,
                                      std::string const& entry);

private:
    // The objects that may contain the function, in the order of the search.
    struct Objects {
        std::vector<SharedObject> loaded;
        std::vector<std::string> left_out;
        bool has_part_of_sources = false;
        std::string error;
        std::vector<std::string> details;
    };
    // Of the sources, those that belong to the function. If a definition in them cannot be seen without a preprocessor,
    // all are needed.
    enum class Extent : std::uint8_t { own_sources, all_sources };
    Objects find_objects(ExternalCode const& code, Extent extent);
    bool add_archives(std::vector<std::filesystem::path> const& archives, Objects& objects);
    void add_sources(ExternalCode const& code, Extent extent, std::vector<std::string> const& names, Objects& objects);
    SourceGroups const& groups_of(std::vector<std::filesystem::path> const& source_folders);
    bool add_object(std::filesystem::path const& path, Objects& objects);
    LoadedExternal load_through_snippet(ExternalCode const& code, ForeignSignature signature, Objects const& objects);
    LoadedExternal load_directly(ExternalCode const& code, ForeignSignature signature, Objects const& objects);
    // Null without a compiler; `error` says so.
    ObjectBuilder* builder(std::string& error);
    bool prepare_utilities(std::string& error, std::vector<std::string>& details);

    BuildCache cache_;
    std::unique_ptr<ObjectBuilder> builder_;
    std::map<std::string, SharedObject> system_libraries_;
    std::map<std::vector<std::filesystem::path>, SourceGroups> groups_;  // by the folders
    SharedObject utilities_;
};

}  // namespace moo
