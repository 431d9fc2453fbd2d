// Shared objects from C sources, archives and pieces of C code, built once and kept in the cache. Each has a
// relocatable object of the same code next to it, for programs that have to include it.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "moo/external/build_cache.h"
#include "moo/external/c_compiler.h"

namespace moo {

struct BuiltObject {
    std::filesystem::path path;  // empty after an error
    std::string error;
    std::vector<std::string> details;   // what the compiler said
    std::vector<std::string> left_out;  // sources that are not in it, each with the output of the compiler
};

// Builds into a cache with one compiler.
class ObjectBuilder {
public:
    ObjectBuilder(BuildCache& cache, CCompiler compiler) : cache_(cache), compiler_(std::move(compiler)) {}

    // The functions of ModelicaUtilities.h; their header is in the same folder.
    [[nodiscard]] BuiltObject utilities();

    // C files in the folders and in those below, in the order of their names; where two define the same symbol, the
    // first one counts. Headers are searched for in all these folders and in the include folders. A file that cannot be
    // compiled, or that needs symbols that nothing here defines, is left out: a library may contain files for other
    // systems.
    struct Sources {
        std::vector<std::filesystem::path> files;  // empty: all
        std::vector<std::filesystem::path> source_folders;
        std::vector<std::filesystem::path> include_folders;
        std::vector<std::filesystem::path> libraries;  // shared objects that they need
    };
    [[nodiscard]] BuiltObject sources(Sources const& sources);

    // All members of the archives together.
    [[nodiscard]] BuiltObject archives(std::vector<std::filesystem::path> const& archives);

    // One C text. Nothing may be missing.
    struct Snippet {
        std::string text;
        std::vector<std::filesystem::path> include_folders;
        std::vector<std::filesystem::path> libraries;
    };
    [[nodiscard]] BuiltObject snippet(Snippet const& snippet);

private:
    [[nodiscard]] ContentHash start_key(char const* what) const;
    // One source, in the folder that is being filled.
    [[nodiscard]] BuildRun build_source(std::filesystem::path const& source, std::vector<std::string> const& options,
                                        std::vector<std::filesystem::path> const& libraries) const;
    [[nodiscard]] BuiltObject get(ContentHash const& key,
                                  std::function<std::string(std::filesystem::path const&)> make);

    BuildCache& cache_;
    CCompiler compiler_;
    BuiltObject utilities_;
    // Of the current build.
    std::vector<std::string> details_;
};

// The relocatable object beside a shared one that was built here; empty for any other file.
[[nodiscard]] std::filesystem::path relocatable_object(std::filesystem::path const& shared);

}  // namespace moo
