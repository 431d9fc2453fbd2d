// The classes that are stored in files: those of the user's files and of libraries, parsed on demand.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "moo/base/diagnostics.h"
#include "moo/syntax/ast.h"

namespace moo {

// A class that is the whole content of a file, or one of several in it.
struct StoredClass {
    ast::Ast const* ast = nullptr;
    ast::ClassId id;
    // The folder of a package, if it has one; its members may be there (Modelica 3.6, section 13.4).
    std::filesystem::path folder;
    // The folder or file of the top-level package that it belongs to: where modelica:// addresses start.
    std::filesystem::path root;
    std::string qualified_name;
};

class Library {
public:
    // `folders` as `library_folders` gives them.
    Library(SourceManager& sources, Interner& interner, Diagnostics& diagnostics,
            std::vector<std::filesystem::path> folders);
    ~Library();

    // Parses a file of the user. Its classes are found before those of libraries; with `within A.B;` they are members
    // of that package. A package.mo includes its folder. Returns the classes in the file.
    std::vector<StoredClass const*> add_file(FileId file);

    // The top-level class of that name, loaded at the first call; null if no file and no folder has it.
    StoredClass const* find_top_level(Symbol name);
    // The member of a package that a user's file adds to it or that is in the package's folder; null if there is none.
    StoredClass const* find_member(StoredClass const& package, Symbol name);
    // The member that a user's file adds by `within` to a package, wherever that is defined; null if there is none.
    StoredClass const* find_user_member(std::string_view package_path, Symbol name);
    // The names of all members in the folder, in the order of package.order, then by name, followed by those of the
    // user's files.
    std::vector<Symbol> member_names(StoredClass const& package);
    // Those that user's files add by `within`, sorted.
    std::vector<Symbol> user_member_names(std::string_view package_path);
    // The names of all top-level classes in the user's files and the folders, sorted; nothing is parsed.
    std::vector<std::string> top_level_names();

    // The absolute path that an address means (section 13.5), whether or not it exists: modelica://A.B/x, file:///x
    // or a plain path. Empty for a class that is not found, an address that leaves the library by `..`, and one
    // without a path, which names a class.
    std::filesystem::path resolve_address(std::string_view address);

    // The files of libraries that have syntax errors. None of their classes is found.
    [[nodiscard]] std::vector<FileId> const& broken_files() const;
    // The files of libraries, from their first to their last position. The files that the user has given are not among
    // them, nor are the others of the library that one of these or `model_file` belongs to.
    [[nodiscard]] std::vector<SourceSpan> library_texts(FileId model_file) const;

    // How many files were parsed.
    [[nodiscard]] std::size_t file_count() const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace moo
